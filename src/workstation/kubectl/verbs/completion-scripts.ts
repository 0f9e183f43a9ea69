// Scripts that let a shell ask `kubectl __complete`: short ones, not those that cobra makes.

const BASH = `# bash completion for kubectl: kubectl is asked what may follow.
__start_kubectl()
{
    local answer directive word
    local -a asked
    COMPREPLY=()
    asked=("\${COMP_WORDS[@]:1:COMP_CWORD}")
    answer=$(kubectl __completeNoDesc "\${asked[@]}" 2>/dev/null)
    directive=\${answer##*:}
    answer=\${answer%:*}
    if (( (directive & 8) != 0 )); then
        for word in $answer; do
            COMPREPLY+=($(compgen -f -X "!*.$word" -- "\${COMP_WORDS[COMP_CWORD]}"))
        done
        COMPREPLY+=($(compgen -d -- "\${COMP_WORDS[COMP_CWORD]}"))
        return
    fi
    for word in $answer; do
        COMPREPLY+=("$word")
    done
    if (( (directive & 2) != 0 )); then
        compopt -o nospace
    fi
    if (( (directive & 4) != 0 )); then
        compopt +o default
    fi
}

complete -o default -F __start_kubectl kubectl
`;

const ZSH = `#compdef kubectl
compdef _kubectl kubectl

# zsh completion for kubectl: kubectl is asked what may follow.
_kubectl()
{
    local answer directive
    local -a offered
    answer=$(kubectl __completeNoDesc "\${(@)words[2,CURRENT]}" 2>/dev/null)
    directive=\${answer##*:}
    offered=(\${(f)answer%:*})
    if (( directive & 8 )); then
        _files -g "*.(\${(j:|:)offered})"
    elif (( $#offered > 0 )); then
        if (( directive & 2 )); then
            compadd -S '' -- $offered
        else
            compadd -- $offered
        fi
    elif (( ! (directive & 4) )); then
        _files
    fi
}

if [ "$funcstack[1]" = "_kubectl" ]; then
    _kubectl
fi
`;

const FISH = `# fish completion for kubectl: kubectl is asked what may follow.
function __kubectl_offers
    set -l asked (commandline -opc)[2..-1] (commandline -ct)
    kubectl __complete $asked 2>/dev/null | string match -v -r '^:[0-9]+$'
end

complete -c kubectl -e
complete -c kubectl -a '(__kubectl_offers)'
`;

const POWERSHELL = `# powershell completion for kubectl: kubectl is asked what may follow.
Register-ArgumentCompleter -Native -CommandName 'kubectl' -ScriptBlock {
    param($WordToComplete, $CommandAst, $CursorPosition)
    $Asked = @($CommandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($WordToComplete -eq '') { $Asked += '""' }
    kubectl __completeNoDesc @Asked 2>$null | Where-Object { $_ -notmatch '^:\\d+$' } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`;

/** By shell. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, string>> = {
  bash: BASH,
  fish: FISH,
  powershell: POWERSHELL,
  zsh: ZSH,
};
