#!/bin/sh
# Reports a change of verdict in the repository's issue with the label `nodecloud-drift`: opens it, comments on it, and closes it
# when everything is in sync again. Needs the GitHub CLI and GH_TOKEN with the permission to write issues.
#
#   notify-github.sh LAST_VERDICT VERDICT REPORT.md
set -eu

last=$1
verdict=$2
report=$3
label=nodecloud-drift

body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  cat "$report"
  printf '\n\nLast verdict: %s. New verdict: %s.\n' "$last" "$verdict"
  if [ -n "${GITHUB_RUN_ID:-}" ]; then
    printf '[Run and HTML report](%s/%s/actions/runs/%s)\n' "$GITHUB_SERVER_URL" "$GITHUB_REPOSITORY" "$GITHUB_RUN_ID"
  fi
} >"$body"

issue=$(gh issue list --state open --label "$label" --limit 1 --json number --jq '.[0].number // empty')

if [ -n "$issue" ]; then
  gh issue comment "$issue" --body-file "$body"
elif [ "$verdict" != inSync ]; then
  gh label create "$label" --force --description "Opened and closed by the drift workflow" >/dev/null
  gh issue create --title "Stacks and account differ" --label "$label" --body-file "$body"
fi
if [ -n "$issue" ] && [ "$verdict" = inSync ]; then
  gh issue close "$issue"
fi
