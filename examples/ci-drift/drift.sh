#!/bin/sh
# Compares stacks with their account and notifies somebody when the verdict has changed since the last run.
#
#   sh drift.sh [options of `nodecloud drift`]     for example: sh drift.sh --all-stacks
#
# DRIFT_FOLDER   where the reports and the last verdict are kept. Default: drift-report
# DRIFT_NOTIFY   a command that is called with the last verdict, the new one and the Markdown report. Default: none
#
# Verdicts: inSync, drift, incomplete, and failed where there is no report. The exit code is that of `nodecloud drift`:
# 0 in sync, 2 drift, 3 incomplete, anything else an error. If DRIFT_NOTIFY fails, it is 1, and the next run calls it again.
set -u

folder=${DRIFT_FOLDER:-drift-report}
mkdir -p "$folder" || exit 1
# A run that fails must not show the reports of the last one.
rm -f "$folder/drift.json" "$folder/drift.html" "$folder/drift.md" || exit 1

npx --no-install nodecloud drift "$@" \
  --output "json=$folder/drift.json" \
  --output "html=$folder/drift.html" \
  --output "markdown=$folder/drift.md" 2>"$folder/errors.txt"
code=$?
cat "$folder/errors.txt" >&2

case $code in
  0) verdict=inSync ;;
  2) verdict=drift ;;
  3) verdict=incomplete ;;
  129 | 130 | 143) exit "$code" ;; # Interrupted: nothing is known, so the last verdict stays.
  *) verdict=failed ;;
esac

# A verdict without a report is not trusted: it may be another program's exit code.
if [ "$verdict" != failed ] && [ ! -s "$folder/drift.md" ]; then
  verdict=failed
  code=1
fi
if [ "$verdict" = failed ]; then
  {
    printf '<!-- nodecloud-drift: failed -->\n\n### Failed: nothing was compared\n\n'
    printf 'nodecloud drift ended with code %s and these messages:\n\n' "$code"
    tail -n 20 "$folder/errors.txt" | sed 's/^/    /'
  } >"$folder/drift.md"
fi

if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  cat "$folder/drift.md" >>"$GITHUB_STEP_SUMMARY"
fi

last=none
if [ -f "$folder/verdict" ]; then
  last=$(cat "$folder/verdict")
fi
printf 'Verdict: %s (last run: %s)\n' "$verdict" "$last"

# There is nothing to report if the first run is in sync.
if [ "$verdict" != "$last" ] && [ "$last/$verdict" != none/inSync ] && [ -n "${DRIFT_NOTIFY:-}" ]; then
  if ! "$DRIFT_NOTIFY" "$last" "$verdict" "$folder/drift.md"; then
    printf 'The notification failed, so the next run repeats it.\n' >&2
    exit 1
  fi
fi

# Renaming leaves the old verdict or the new one, never half of it.
printf '%s\n' "$verdict" >"$folder/verdict.new" || exit 1
mv "$folder/verdict.new" "$folder/verdict" || exit 1
exit "$code"
