import { z } from "zod";
import type { OAuthClient as Plain } from "../client";
import { operations } from "../contract";
import {
  type ApplyTask,
  type CreateMatcher,
  type CreateResult,
  compare,
  createOnce,
  type Declared,
  type Definition,
  type DeleteTask,
  type DriftContext,
  defineResource,
  LifecycleError,
  pollRate,
  runAction,
  type StepResult,
  type StepTask,
  textIds,
} from "../lifecycle";
import { type OAuthClientStep, oauthClientFields, oauthClientKeptSecrets } from "./oauth-client.fields";
import type { OAuthClientInputs } from "./oauth-client.inputs";
import { clientsOf, type Live, plainClientsOf } from "./oauth-client.reading";
import { hashThumbnail, sendThumbnail } from "./oauth-client.thumbnail";

type Step = StepTask<OAuthClientInputs, Live>;

const { create, view } = operations.oauthClients;

/** Everything that a create sends can be changed. */
const oauthClientMatcher: CreateMatcher<Omit<Plain, "secret">> = {
  labelOf: (live) => live.label,
  matches: (live, { sent = {} }) => isLike(live, sent),
  matchesFixedFields: () => true,
  isBeingDeleted: () => false,
};

const definition: Definition<OAuthClientInputs, Live, OAuthClientStep> = {
  kind: "OAuth client",
  idName: "clientId",
  idFormat: textIds,
  fields: oauthClientFields,
  body: create.body.extend({
    adopt: z.string().min(1),
    thumbnail: z.string().min(1),
    thumbnail_hash: z.string(),
    secret_version: z.union([z.string(), z.number()], { error: "give a text or a number" }),
  }),
  rules,
  labelOf: (live) => live.label,
  identityOf: () => ({}),
  labelsAreWritten: true,
  prepare: hashThumbnail,
  keptSecrets: oauthClientKeptSecrets,
  timeouts: { create: "5m", update: "5m", delete: "5m" },
  answer: view.answer.omit({ secret: true }).extend({ thumbnail_hash: z.string().nullable() }),
  collection: clientsOf,
  createMatcher: oauthClientMatcher,
  create: createClient,
  createSteps: ({ thumbnail }) => (thumbnail === undefined ? ["secret"] : ["secret", "thumbnail"]),
  driftSteps: (inputs, live, beside) => (needsSecret(inputs, live, beside) ? ["secret"] : []),
  steps: { settings: writeSettings, secret: resetSecret, thumbnail: sendThumbnail },
  remove: removeClient,
};

export const oauthClientLifecycle = defineResource(definition);

function rules({ has, values }: Declared<OAuthClientInputs>): readonly string[] {
  const problems: string[] = [];
  if (!has("adopt") && !has("label"))
    problems.push("label: is required to create an OAuth client; give the name that users are shown.");
  if (!has("adopt") && !has("redirectUri"))
    problems.push(
      "redirectUri: is required to create an OAuth client; give the url to which logins are redirected.",
    );
  if (values.public === true && has("secretVersion"))
    problems.push(
      "secretVersion: a public client has no secret to reset. Remove `secretVersion`, or `public: true`.",
    );
  return problems;
}

/**
 * One that the program makes confidential has no known secret yet; one that somebody else made public has. One that is adopted
 * gets one only where the program asks for it.
 */
function needsSecret(
  inputs: Partial<OAuthClientInputs>,
  live: Live,
  { applied, kept, ignores }: DriftContext<OAuthClientInputs>,
): boolean {
  if (applied === undefined) return inputs.secretVersion !== undefined;
  const wasPublic = applied.public ?? (live.public && kept.secret === undefined);
  return inputs.public === false && wasPublic && !ignores("public");
}

/** Clients that look alike are created one after the other, so that each knows which were there before it. */
async function createClient(work: ApplyTask<OAuthClientInputs>): Promise<CreateResult<Live>> {
  const { services, inputs } = work;
  const { label = "", redirectUri = "" } = inputs;
  const clients = plainClientsOf(services);
  const body = {
    label,
    redirect_uri: redirectUri,
    ...(inputs.public === undefined ? {} : { public: inputs.public }),
  };
  const key = `create OAuth client ${JSON.stringify(body)}`;
  const create = () =>
    createOnce<Plain>(work, {
      kind: "OAuth client",
      collection: clients,
      idOf: (live) => live.id,
      nonce: undefined,
      label,
      sent: body,
      createMatcher: oauthClientMatcher,
      differingFields: () => [],
      idsBefore: async () => [...(await clients.list({ deadline: work.deadline })).items.keys()],
      send: (options) => services.client.oauthClients.create(body, options),
    });
  const made = await services.locks.run(key, () =>
    services.machineLocks.run(`${key} ${services.address}`, create),
  );
  return "unresolved" in made ? made : { ...made, live: { ...made.live, thumbnail_hash: null } };
}

/** Whether it could have been made by a create with this body; what the body leaves open can't tell. */
function isLike(live: Omit<Plain, "secret">, sent: Readonly<Record<string, unknown>>): boolean {
  return (
    live.label === sent.label &&
    live.redirect_uri === sent.redirect_uri &&
    (sent.public === undefined || live.public === sent.public)
  );
}

/** All that can be updated is sent, what is not declared as it was just read: what an omission means is not specified. */
async function writeSettings(step: Step): Promise<StepResult<Live>> {
  const { services, inputs, id } = step;
  const isDone = (now: Live) =>
    !compare(oauthClientFields, inputs, undefined, now).steps.includes("settings");
  const live = isDone(step.live)
    ? step.live
    : await runAction<Live>(step, {
        ...actionsOn(step),
        verb: "change",
        isDone,
        send: (now, options) =>
          services.client.oauthClients.update(
            {
              clientId: id,
              label: inputs.label ?? now.label,
              redirect_uri: inputs.redirectUri ?? now.redirect_uri,
              public: inputs.public ?? now.public,
            },
            options,
          ),
      });
  if (live === undefined) throw new LifecycleError("It was deleted by somebody else meanwhile.");
  return inputs.public && live.public ? { live, kept: { secret: undefined } } : live;
}

/** The answer to a reset is the only one that shows a secret in plain text; a create's is not relied on. */
async function resetSecret(step: Step): Promise<StepResult<Live>> {
  const { services, id, live, deadline } = step;
  if (live.public) return { live, kept: { secret: undefined } };
  const { secret } = await services.client.oauthClients.resetSecret({ clientId: id }, { deadline });
  clientsOf(services).markChanged(id);
  if (!secret) throw new LifecycleError("Its secret was reset, but the answer held no secret.");
  return { live, kept: { secret } };
}

async function removeClient(removal: DeleteTask<OAuthClientInputs, Live>): Promise<void> {
  const { services, id, deadline, reportProgress } = removal;
  const left = await runAction<Live>(removal, {
    ...actionsOn(removal),
    verb: "delete",
    recent: removal.live,
    onMissing: removal.onMissing,
    onSent: removal.onSent,
    removes: true,
    isDone: () => false,
    send: (_, options) => services.client.oauthClients.delete({ clientId: id }, options),
  });
  if (left === undefined) return;
  await clientsOf(services).wait(id, {
    goal: "to be gone",
    until: (live) => live === undefined,
    rate: pollRate.relaxed,
    describe: (live) => (live ? "it is still listed" : "it is gone"),
    deadline,
    reportProgress,
  });
}

function actionsOn({ services, id }: Pick<Step, "services" | "id">) {
  const collection = clientsOf(services);
  return { kind: "OAuth client", id, collection } as const;
}
