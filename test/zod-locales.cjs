/** In place of zod's messages in 60 languages, which every test file would load again: the one that is used. */
exports.en = require("zod/v4/locales/en.cjs");
