/** The names of a project file in the order in which the Pulumi CLI looks for them in a folder. */
export const projectFiles = ["Pulumi.json", "Pulumi.yaml", "Pulumi.yml"] as const;
