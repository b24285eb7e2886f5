import * as pulumi from "@pulumi/pulumi";
import { getAccountOutput } from "pulumi-nodecloud";

const account = getAccountOutput();

export const owed = account.balance;
// Not sensitive, so it need not be secret.
export const features = pulumi.unsecret(account.capabilities);
