/** Ends the output with a line that contains only the numbers of passed and failed tests. */
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
