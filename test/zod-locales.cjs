/** Replaces zod's messages in 60 languages, which every test file would load again, with those in the one language that is used. */
exports.en = require("zod/v4/locales/en.cjs");
