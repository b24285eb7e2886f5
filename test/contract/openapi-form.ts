import { z } from "zod";
import { transcribed } from "./transcription";

const schema = z.record(z.string(), z.unknown());
const json = z.strictObject({ "application/json": z.strictObject({ schema }) });
const imageFile = z.strictObject({ "image/*": z.strictObject({ schema }) });
const content = z.union([json, imageFile]);
const response = z.strictObject({ description: z.string().min(1), content });

const operationForm = z.strictObject({
  operationId: z.string().regex(/^\w+\.\w+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  deprecated: z.literal(true).optional(),
  servers: z.tuple([z.strictObject({ url: z.literal("/v4beta") })]).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(["path", "query"]),
      required: z.boolean(),
      description: z.string().min(1),
      schema,
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.strictObject({
    "2XX": response,
    default: z.strictObject({ description: z.string().min(1), content: json }),
  }),
});

/** The part of OpenAPI 3.1 that the document uses. Anything else is an error. */
export const documentForm = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({
    title: z.string().min(1),
    version: z.literal(transcribed.version),
    description: z.string(),
  }),
  servers: z.tuple([z.strictObject({ url: z.literal("/v4") })]),
  paths: z.record(
    z.string().regex(/^(\/([a-z][\w-]*|\{\w+\}))+$/),
    z.partialRecord(z.enum(["get", "post", "put", "delete"]), operationForm),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[A-Z]\w*$/), schema),
    securitySchemes: z.strictObject({
      personalAccessToken: z.strictObject({ type: z.literal("http"), scheme: z.literal("bearer") }),
      oauth: z.strictObject({
        type: z.literal("oauth2"),
        description: z.string(),
        flows: z.strictObject({
          authorizationCode: z.strictObject({
            authorizationUrl: z.string().min(1),
            tokenUrl: z.string().min(1),
            scopes: z.record(z.string(), z.string().min(1)),
          }),
        }),
      }),
    }),
  }),
});

export type DocumentOperation = z.output<typeof operationForm>;
export type OpenApiDocument = z.output<typeof documentForm>;
