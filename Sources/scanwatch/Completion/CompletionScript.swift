/// The scripts that make a shell complete the tool's command lines, by asking the tool.
enum CompletionScript: String, CaseIterable {
    case bash, zsh, fish

    /// The script.
    var text: String {
        switch self {
        case .bash:
            #"""
            # Completions of scanwatch for bash.
            _scanwatch() {
                local names= line
                COMPREPLY=()
                while IFS= read -r line; do
                    if [[ -z $names ]]; then
                        names=$line
                    else
                        COMPREPLY+=("${line%%$'\t'*}")
                    fi
                done < <("${COMP_WORDS[0]/#\~/$HOME}" ---complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
                [[ $names == none ]] && return
                compopt -o filenames
                while IFS= read -r line; do
                    COMPREPLY+=("$line")
                done < <(
                    case $names in
                    files) compgen -f -- "$2" ;;
                    *) compgen -d -- "$2" ;;
                    esac
                    read -ra names <<<"$names"
                    for line in "${names[@]:1}"; do compgen -f -X "!*.$line" -- "$2"; done
                )
            }
            complete -F _scanwatch scanwatch

            """#
        case .zsh:
            #"""
            #compdef scanwatch
            # Completions of scanwatch for zsh: `_scanwatch` in a folder of fpath, or sourced after compinit.
            _scanwatch() {
                local -a answer candidates names
                local line tab=$'\t'
                answer=("${(@f)$("${(Q)words[1]/#\~/$HOME}" ---complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
                names=(${=answer[1]})
                for line in "${(@)answer[2,-1]}"; do
                    candidates+=("${${line%%$tab*}//:/\\:}:${${line#*$tab}#${line}}")
                done
                (( $#candidates )) && _describe scanwatch candidates
                [[ $PREFIX == --*=* ]] && compset -P 1 '*='
                case $names[1] in
                files)
                    if (( $#names > 1 )); then
                        _files -g "*.(${(j:|:)names[2,-1]})"
                    else
                        _files
                    fi
                    ;;
                folders) _files -/ ;;
                esac
            }
            if [[ $funcstack[1] == _scanwatch ]]; then
                _scanwatch "$@"
            else
                compdef _scanwatch scanwatch
            fi

            """#
        case .fish:
            #"""
            # Completions of scanwatch for fish.
            function __scanwatch_complete
                set -l words (commandline -opc)
                set -l word (commandline -ct)
                set -l tool (string replace -r '^~' -- $HOME $words[1])
                set -l answer ($tool ---complete $words[2..] "$word" 2>/dev/null)
                set -l names (string split ' ' -- $answer[1])
                for candidate in $answer[2..]
                    echo $candidate
                end
                # Of --option=FILE the file is what is completed.
                set -l option (string match -r '^--[^=]*=' -- $word)
                set -l path (string replace -r '^--[^=]*=' '' -- $word)
                switch $names[1]
                    case files
                        set -l ends (string join '|' -- '/' '\.'$names[2..])
                        set -q names[2]; or set ends ''
                        __fish_complete_path "$path" | string match -r ".*(?:$ends)(?:\t.*)?\$" |
                            string replace -r '^' -- "$option"
                    case folders
                        __fish_complete_directories "$path" '' | string replace -r '^' -- "$option"
                end
            end
            complete -c scanwatch -f -a '(__scanwatch_complete)'

            """#
        }
    }
}
