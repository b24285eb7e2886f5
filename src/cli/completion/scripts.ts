/** Shells that `nodecloud completion` writes a script for. */
export const completedShells = ["bash", "zsh", "fish"] as const;

export type CompletedShell = (typeof completedShells)[number];

/**
 * Each script passes the command line to `nodecloud __complete` on standard input, where other users of the machine cannot read it,
 * and evaluates nothing that it gets back.
 */
export const scripts: Readonly<Record<CompletedShell, string>> = {
  bash: `# Completes the words of nodecloud in bash.
_nodecloud() {
  local kind="" reply
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS= read -r reply; do COMPREPLY+=("$reply"); done
  } < <(printf '%s\\0' "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" | "\${1/#~\\//$HOME/}" __complete bash 2>/dev/null)
  case $kind in
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
  esac
}
# bash 3.2, which comes with macOS, has no compopt.
if type compopt >/dev/null 2>&1; then
  complete -F _nodecloud nodecloud
else
  complete -o default -F _nodecloud nodecloud
fi
`,
  zsh: `#compdef nodecloud
# Completes the words of nodecloud in zsh.
_nodecloud() {
  local -a lines
  lines=("\${(@f)$(printf '%s\\0' "\${(@Q)words[1,CURRENT-1]}" "\${(Q)PREFIX}" | "\${words[1]/#\\~\\//$HOME/}" __complete zsh 2>/dev/null)}")
  case $lines[1] in
    files) compset -P '--*='; _files ;;
    folders) compset -P '--*='; _files -/ ;;
    values) shift lines; (( $#lines )) && _describe nodecloud lines ;;
  esac
}
if [[ $funcstack[1] = _nodecloud ]]; then
  _nodecloud "$@"
else
  compdef _nodecloud nodecloud
fi
`,
  fish: `# Completes the words of nodecloud in fish.
function __nodecloud_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines (printf '%s\\0' $words "$current" | $words[1] __complete fish 2>/dev/null)
    set -l option (string match -r -- '^--[^=]+=' "$current")
    set -l path (string replace -r -- '^--[^=]+=' '' "$current")
    switch "$lines[1]"
        case files
            for found in (__fish_complete_path "$path")
                printf '%s%s\\n' "$option" $found
            end
        case folders
            for found in (__fish_complete_directories "$path")
                printf '%s%s\\n' "$option" $found
            end
        case values
            set -e lines[1]
            printf '%s\\n' $lines
    end
end
complete -c nodecloud -f -a '(__nodecloud_complete)'
`,
};
