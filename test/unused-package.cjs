/** Replaces a package that the Pulumi SDK loads at start-up to serialize functions, which no test does in this process. */
