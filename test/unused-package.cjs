/** In place of a package that the Pulumi SDK loads at start-up to serialise functions, which no test does in this process. */
