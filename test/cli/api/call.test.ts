import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wellKnownTokens } from "../../../src/emulator";
import { expectReadable } from "../command";
import { startService } from "./command";

let service: Awaited<ReturnType<typeof startService>>;
const folder = mkdtempSync(join(tmpdir(), "nodecloud-api-"));
const file = (name: string, text: string | Uint8Array) => {
  writeFileSync(join(folder, name), text);
  return `@${join(folder, name)}`;
};
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const instanceCalls = () =>
  service.emulator.control
    .requests()
    .filter(({ operation }) => operation?.startsWith("instances."))
    .map(({ method, path }) => `${method} ${path}`);
const run = (words: string, context = {}) => service.run(words.split(" "), context);
const create = "instances create --region us-east --type g1-nano-1";
const png = Buffer.from("89504e470d0a1a0a0000", "hex");

describe("arguments", () => {
  it("create an instance, with a secret from a file, and print the response", async () => {
    const password = file("password", "sup3r-canary!\n");
    const { code, stdout, stderr } = await run(
      `${create} --image private/1 --root-pass ${password} --tags a-tag --tags=b-tag --label web --no-booted --watch`.replace(
        " --watch",
        "",
      ),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      label: "web",
      tags: ["a-tag", "b-tag"],
      watchdog_enabled: true,
    });
    expect(service.emulator.control.world().instances).toMatchObject([{ label: "web", image: "private/1" }]);
    expect(stdout + JSON.stringify(service.emulator.control.requests())).not.toContain("canary");
  });

  it.each(["--is-default", "--isDefault", "--is_default", "--is-default=true", "--is-default true"])(
    "accept %s in any notation",
    async (flag) => {
      const card = file(
        "card",
        '{"card_number":"4111111111111111","cvv":"123","expiry_month":12,"expiry_year":2040}',
      );
      const { code, stdout, stderr } = await run(
        `paymentMethods add --type credit_card ${flag} --data ${card} --dry-run`,
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(JSON.parse(stdout).body).toEqual({ type: "credit_card", is_default: true, data: "<REDACTED>" });
    },
  );

  it("accept path parameters by position and by name", async () => {
    await run(`${create} --booted false`);
    for (const words of [
      "instances view 1",
      "instances view --instance-id 1",
      "instances view --instanceId=1",
    ])
      expect(JSON.parse((await run(words)).stdout)).toMatchObject({ id: 1 });
    expect(await run("instances view 1 --instance-id 1")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--instance-id is given more than once"),
    });
    expect(await run("instances view 1 2")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("takes at most 1 (--instance-id)"),
    });
  });

  it("override the fields of --body, which can come from standard input", async () => {
    const { stdout } = await run("instances create --body @- --label mine --interfaces [] --dry-run", {
      input: '{"region":"us-east","type":"g1-nano-1","label":"other","tags":["x-tag"]}',
    });
    expect(JSON.parse(stdout).body).toEqual({
      ...{ region: "us-east", type: "g1-nano-1", label: "mine", tags: ["x-tag"], interfaces: [] },
    });
  });

  it("are taken from --body by an operation with only one field, too", async () => {
    const { stdout } = await run('backups snapshot 1 --body {"label":"mine"} --dry-run');
    expect(JSON.parse(stdout).body).toEqual({ label: "mine" });
  });

  it("begin with @ when they are written with @@", async () => {
    expect(JSON.parse((await run(`${create} --label @@web --dry-run`)).stdout).body.label).toBe("@web");
  });

  it("send a thumbnail with the type of its first bytes, and print the same bytes", async () => {
    const id = JSON.parse(
      (await run("oauth-clients create --label app --redirect-uri https://app.test/")).stdout,
    ).id;
    expect(await run(`oauth-clients update-thumbnail ${id} --data ${file("icon", png)}`)).toMatchObject({
      code: 0,
    });
    expect((await run(`oauth-clients view-thumbnail ${id}`)).bytes).toEqual(png);
    await run(`oauth-clients view-thumbnail ${id} --output ${join(folder, "copy")}`, { width: 80 });
    expect(readFileSync(join(folder, "copy"))).toEqual(png);
    expect(await run(`oauth-clients view-thumbnail ${id}`, { width: 80 })).toMatchObject({
      ...{ code: 2, stdout: "" },
      stderr: expect.stringContaining("--output FILE"),
    });
    expect(await run(`oauth-clients update-thumbnail ${id} --data ${file("text", "hello")}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--content-type"),
    });
  });

  it("upload a disk image to the address in the response", async () => {
    const image = file("disk.img", Buffer.alloc(4096, 7)).slice(1);
    const upload = await run(`images upload --label disk --region us-east --file ${image}`);
    const { code, stdout, stderr, progress } = upload;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(progress).toEqual([
      [`Reading ${image}`, "closed", "closed"],
      [`Uploading ${image}`, `Uploading ${image}: 100 %`, "closed"],
    ]);
    const { id } = JSON.parse(stdout).image;
    const data = service.emulator.control.requests().filter(({ operation }) => operation === "images.data");
    expect(data).toMatchObject([{ status: 200, carriedOut: true }]);
    expect(service.emulator.control.world().images).toContainEqual(expect.objectContaining({ id }));
    const before = service.emulator.control.requests().length;
    expect(await run("images upload --label disk --region us-east --file no.img")).toMatchObject({
      ...{ code: 2, stdout: "" },
      stderr: expect.stringContaining("there is no such file"),
    });
    expect(service.emulator.control.requests()).toHaveLength(before);
  });

  it("upload the data of an image although the reader has closed the output", async () => {
    const image = file("unread.img", Buffer.alloc(4096, 7)).slice(1);
    const words = `images upload --label unread --region us-east --file ${image}`;
    expect(await run(words, { closedAfter: 0 })).toMatchObject({ code: 0, stdout: "", stderr: "" });
    const calls = service.emulator.control.requests().map(({ operation, status }) => [operation, status]);
    expect(calls.slice(-2)).toEqual([
      ["images.upload", 200],
      ["images.data", 200],
    ]);
  });

  it.each(["ftp://host/canary", null, 7])(
    "do not upload to the address %j, and report what exists",
    async (upload_to) => {
      const data = file("disk.img", Buffer.alloc(4096, 7)).slice(1);
      const body = { image: { id: "private/7", label: "disk", status: "pending_upload" }, upload_to };
      service.emulator.control.faults.add({ operation: "images.upload", effect: { status: 200, body } });
      const { code, stderr } = await run(`images upload --label disk --region us-east --file ${data}`);
      expect(code).toBe(1);
      expect(stderr).toMatch(/not uploaded: .* address .*The image exists and waits for its data/);
      expect(stderr).not.toContain("canary");
    },
  );

  it("print a warning next to the response of a deprecated operation", async () => {
    expect(await run("entity-transfers list")).toMatchObject({
      ...{ code: 0, stdout: "[]\n" },
      stderr: "warning: entityTransfers.list is deprecated; use service transfers instead.\n",
    });
  });

  it("contain the brand's word, including in JSON and in responses", async () => {
    await service.close();
    service = await startService({ brand: "acme" });
    const body = async (words: string) =>
      JSON.parse((await run(`instances clone 1 ${words} --dry-run`)).stdout).body;
    for (const words of ["--acme-id 2", "--node-id 2", '--body {"acme_id":2}', '--body {"node_id":2}'])
      expect(await body(words)).toEqual({ acme_id: 2 });
    await run(`${create} --booted=false`);
    const events = JSON.parse((await run("events list")).stdout);
    expect(events).toContainEqual(expect.objectContaining({ action: "acme_create" }));
  });
});

describe("a usage error", () => {
  it.each([
    ["instance list", /There is no group "instance"\. Did you mean instances\?/],
    ["oauth list", /There is no group "oauth"\. Did you mean oauth-clients\?/],
    ["nonsense", /There is no group "nonsense"\. Add --help for a list\./],
    ["instances lst", /There is no operation "lst" in the group instances\. Did you mean list\?/],
    ["instances create --regoin x", /There is no argument "--regoin"\. Did you mean --region\?/],
    ["instances list --column id", /There is no argument "--column"\. Did you mean --columns\?/],
    ["instances list --columns idd", /There is no column "idd"\. Did you mean id\?/],
    ["instances list --columns backups.enabeld", /There is no column "enabeld"\. Did you mean enabled\?/],
    ["instances", /Usage: nodecloud api instances/],
    ["--json instances list", /Options go after the operation/],
    ["instances create", /--region: is required; --type: is required\. Nothing was changed/],
    ["instances view seven", /--instance-id must be an integer/],
    ["instances view 9007199254740993", /--instance-id must be an integer/],
    ["instances create --swap-size=-1 --region a --type b", /--swap-size: .*, got -1/],
    ["instances create --interfaces {oops", /--interfaces must be JSON/],
    ["instances create --body [1]", /--body must be a JSON object/],
    ["instances create --booted=maybe", /--booted must be true or false: write --booted or --no-booted/],
    [
      "instances create --region @no-such-file",
      /--region: the file after @ cannot be read \(ENOENT\)\. To pass a value that begins with @, begin it with @@\./,
    ],
    ["instances create --region @- --type @-", /--type and --region cannot both read standard input/],
    ["instances create --region", /'--region <text>' argument missing/],
    ["instances list --dry-run=yes", /--dry-run takes no value/],
    ["instances list --limit 0", /--limit.*of 1 or more/],
    ["instances list --page-size 0", /--page-size: .*got 0/],
    ["instances list --json --table", /'--json' cannot be used with option '--table'/],
    ["instances list --brand disk", /"disk" cannot be the brand:/],
  ])("%s", async (words, message) => {
    const { code, stdout, stderr } = await run(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expectReadable(stderr);
    expect(service.emulator.control.requests()).toEqual([]);
  });

  it.each([
    "instances create --root-pass canary --region a",
    "instances create --root-pas canary",
    "instances list --token canary",
    "instances create --stackscript-data canary",
    "instances create --root-pass @canary",
    "payment-methods add --type credit_card --is-default --data {canary",
    "payment-methods add --type credit_card --is-default --data @{canary",
    "instances create --body @{canary",
  ])("is reported without its secrets: %s", async (words) => {
    const { code, stderr } = await run(words);
    expect(code).toBe(2);
    expect(stderr).not.toContain("canary");
  });
});

describe("an error of the service", () => {
  it.each([
    ["a rejection", "instances view 99", {}, 1, /instances\.view .*instanceId 99.*404: Not found/],
    [
      "no token",
      "instances list",
      { NODECLOUD_TOKEN: "" },
      3,
      /needs a token, and none is set\. Set NODECLOUD_TOKEN, or use --stack to specify a stack whose configuration contains the token\./,
    ],
    ["a wrong token", "instances list", { NODECLOUD_TOKEN: "bad" }, 3, /401: Invalid Token/],
    [
      "no address",
      "instances list",
      { NODECLOUD_BASE_URL: "" },
      1,
      /NODECLOUD_BASE_URL.*--base-url.*only with --stack/s,
    ],
  ])("%s is printed on standard error, with its exit code", async (_, words, env, expected, message) => {
    const { code, stdout, stderr } = await run(words, { env });
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toMatch(message);
  });

  it("does not occur without a token if the interface needs none", async () => {
    const { code, stdout } = await run("regions view us-east", { env: { NODECLOUD_TOKEN: undefined } });
    expect({ code, id: JSON.parse(stdout).id }).toEqual({ code: 0, id: "us-east" });
  });
});

describe("--account", () => {
  const euuidOf = async (context = {}): Promise<string> =>
    JSON.parse((await run("account view", context)).stdout).euuid;
  const deleteFirst = (account: string, context = {}) =>
    run(`instances delete 1 --account ${account}`, context);
  const other = { env: { NODECLOUD_TOKEN: wellKnownTokens.secondAccount } };

  it("sends the call if the token belongs to the account", async () => {
    await run(create);
    const { code, stdout, stderr } = await run(`instances view 1 --account ${await euuidOf()}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ id: 1 });
  });

  it("sends nothing with the token of another account", async () => {
    await run(create);
    const [own, account] = [await euuidOf(), await euuidOf(other)];
    const { code, stdout, stderr } = await deleteFirst(account);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `error: The call was not sent: the token belongs to account ${own} at ${service.env.NODECLOUD_BASE_URL}, and not to account ${account}. Set NODECLOUD_TOKEN to a token for that account, and NODECLOUD_BASE_URL to its service. A resource with an explicit provider has the token and the address of its provider.\n`,
    );
    expect(instanceCalls()).toEqual(["POST /v4/node/instances"]);
  });

  it("sends nothing if the account cannot be read", async () => {
    await run(create);
    const account = await euuidOf();
    for (const effect of [{ status: 403 }, { status: 200, body: {} }]) {
      service.emulator.control.faults.add({ operation: "account.view", effect });
      const { code, stderr } = await deleteFirst(account);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^error: The call was not sent: (--account could not be checked, which requires the scope account:read_only\. |the token belongs to an account without an euuid)/,
      );
      service.emulator.control.faults.clear();
    }
    expect(instanceCalls()).toEqual(["POST /v4/node/instances"]);
  });

  it("reads no account in a dry run", async () => {
    expect((await run(`instances delete 1 --account unknown --dry-run`)).code).toBe(0);
    expect(service.emulator.control.requests()).toEqual([]);
  });
});
