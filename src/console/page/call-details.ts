import type { CallDetails } from "../../emulator/console/messages";
import { isRecord, messageOf } from "../../unknown";
import { curlOf } from "../model/curl";
import { formatDuration, formatTime } from "../model/format";
import { jestTestOf } from "../model/jest-test";
import { settingsTable } from "../model/settings-table";
import { statusText } from "./calls-view";
import type { Context, DetailsContent } from "./context";
import { copyButton } from "./copy-button";
import { h } from "./dom";
import { jsonView } from "./json-view";

/** The details of a call, loaded again when it has ended. */
export function callContent(context: Context, number: number): DetailsContent {
  const place = h("div");
  let shown = "";
  return {
    elements: [place],
    title: () => `Call ${number}`,
    update: () => {
      const call = context.store.call(number);
      const state = `${call?.status} ${call?.milliseconds}`;
      if (state === shown) return;
      shown = state;
      void callDetails(context, number).then((content) => {
        if (shown === state) place.replaceChildren(...content);
      });
    },
  };
}

/** A call's request and response, which the emulator redacts. */
async function callDetails(context: Context, number: number): Promise<readonly HTMLElement[]> {
  try {
    const details = await context.control.get(`requests/${number}`);
    if (!isCallDetails(details)) throw new Error("The emulator's response is not a call.");
    return contentOf(context, details);
  } catch (error) {
    return [h("p", { class: "notice" }, messageOf(error))];
  }
}

function isCallDetails(value: unknown): value is CallDetails {
  return (
    isRecord(value) &&
    isRecord(value.call) &&
    typeof value.call.path === "string" &&
    Array.isArray(value.rules)
  );
}

function contentOf(context: Context, details: CallDetails): readonly HTMLElement[] {
  const { call, agent, rules, response, responseOmitted = "" } = details;
  const took = call.milliseconds === null ? "still running" : formatDuration(call.milliseconds);
  const pairs = [
    ["Operation", call.operation ?? "none: the path is unknown"],
    ["Status", `${statusText(call)} · ${took}`],
    ["Received", formatTime(Date.parse(call.time))],
    ["Carried out", call.carriedOut ? "yes" : "no"],
    ["Token", call.token ?? "none"],
    ["Client", agent ?? "unknown"],
  ];
  const test = async () => {
    const world = await context.control.get(`requests/${call.number}/world`);
    return jestTestOf(details, {
      world,
      settings: await changedSettings(context),
      brand: context.store.brand,
    });
  };
  return [
    h(
      "p",
      { class: "facts mono" },
      h("strong", {}, call.method),
      " ",
      h("span", { class: "path" }, call.path),
    ),
    h(
      "dl",
      { class: "pairs" },
      ...pairs.flatMap(([name = "", value = ""]) => [h("dt", {}, name), h("dd", { class: "mono" }, value)]),
    ),
    h(
      "div",
      { class: "actions" },
      copyButton(context, "Copy as curl", () => curlOf(details, location.origin)),
      copyButton(context, "Copy as test", test),
    ),
    ...(rules.length === 0
      ? []
      : [h("h3", {}, "Faults that were applied"), ...rules.map((rule) => jsonView(rule, "Fault rule"))]),
    h("h3", {}, "Request"),
    call.body === null ? h("p", { class: "none" }, "No body.") : jsonView(call.body, "Request body"),
    h("h3", {}, rules.length === 0 ? "Response" : "Response of the service, before the fault"),
    response === undefined ? h("p", { class: "none" }, responseOmitted) : jsonView(response, "Response body"),
  ];
}

/** The settings that are not at their defaults. */
async function changedSettings(
  context: Context,
): Promise<Readonly<Record<string, string | number | boolean>>> {
  const { settings } = context.store;
  const table = settingsTable(await context.control.get("settings"));
  const changed = table.filter(
    ({ name, byDefault }) => settings[name] !== undefined && settings[name] !== byDefault,
  );
  return Object.fromEntries(changed.map(({ name, byDefault }) => [name, settings[name] ?? byDefault]));
}
