const { TestEnvironment } = require("jest-environment-node");

/** The test file runs in a time zone other than UTC. */
module.exports = class extends TestEnvironment {
  #zone = process.env.TZ;

  async setup() {
    await super.setup();
    process.env.TZ = "Asia/Tokyo";
  }

  async teardown() {
    if (this.#zone === undefined) delete process.env.TZ;
    else process.env.TZ = this.#zone;
    await super.teardown();
  }
};
