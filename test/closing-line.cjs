/** Ends the output with how many tests passed and failed, alone on a line. */
module.exports = class ClosingLine {
  onRunComplete(
    _contexts,
    { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites },
  ) {
    // A file that could not be run at all has failed too.
    const failed = Math.max(numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites);
    process.stdout.write(`${numPassedTests} passed, ${failed} failed\n`);
  }
};
