package dev.mayfly.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script for the fish shell: a line for each command and each option. */
final class FishCompletion {
    private final StringBuilder script = new StringBuilder(16 << 10);

    private FishCompletion() {}

    static String of(CommandLine root) {
        FishCompletion completion = new FishCompletion();
        completion.script.append("# Completion of mayfly for fish.\ncomplete -c mayfly -f\n");
        completion.command(root, List.of());
        return completion.script.toString();
    }

    private void command(CommandLine line, List<String> words) {
        List<String> names = line.getSubcommands().values().stream()
                .map(CommandLine::getCommandName)
                .distinct()
                .toList();
        String here = condition(words, names);
        for (String name : names) {
            CommandLine sub = Objects.requireNonNull(line.getSubcommands().get(name));
            complete(here, "-a " + quoted(name), summary(sub));
            List<String> below = new ArrayList<>(words);
            below.add(name);
            command(sub, below);
        }
        for (PositionalParamSpec parameter : line.getCommandSpec().positionalParameters()) {
            List<String> offered = OfferedWords.of(parameter.paramLabel());
            if (!offered.isEmpty()) {
                complete(condition(words, List.of()), "-a " + quoted(String.join(" ", offered)), "");
            }
        }
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (!option.hidden() && !words.isEmpty()) {
                option(condition(words, List.of()), option);
            }
        }
    }

    private void option(String here, OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            boolean isLong = name.startsWith("--");
            names.append(isLong ? "-l " : "-s ")
                    .append(name.substring(isLong ? 2 : 1))
                    .append(' ');
        }
        boolean takesFile =
                option.paramLabel().equals("FILE") || option.paramLabel().equals("DIR");
        List<String> words = OfferedWords.of(option.paramLabel());
        String value = option.arity().max() == 0
                ? ""
                : takesFile ? "-r -F" : words.isEmpty() ? "-x" : "-x -a " + quoted(String.join(" ", words));
        String[] help = option.description();
        complete(here, (names + value).strip(), help.length == 0 ? "" : help[0]);
    }

    /**
     * Returns the condition that the line contains all of {@code words}, and none of those that would lead further.
     */
    private static String condition(List<String> words, List<String> none) {
        List<String> parts = new ArrayList<>();
        words.forEach(word -> parts.add("__fish_seen_subcommand_from " + word));
        if (words.isEmpty()) {
            parts.add("__fish_use_subcommand");
        } else if (!none.isEmpty()) {
            parts.add("not __fish_seen_subcommand_from " + String.join(" ", none));
        }
        return String.join("; and ", parts);
    }

    private void complete(String condition, String what, String help) {
        script.append("complete -c mayfly -n ")
                .append(quoted(condition))
                .append(' ')
                .append(what);
        if (!help.isEmpty()) {
            script.append(" -d ").append(quoted(help));
        }
        script.append('\n');
    }

    private static String summary(CommandLine command) {
        String[] header = command.getCommandSpec().usageMessage().header();
        return header.length == 0 ? "" : header[0];
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
