package dev.mayfly.app.cli;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words that a shell offers behind an option: those that its help lists as choices, {@code key|expiry}. */
final class OfferedWords {
    private static final Pattern WORD = Pattern.compile("[a-z]+");

    private OfferedWords() {}

    /** Lets this command and all below it offer them. */
    static void addTo(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options())) {
            List<String> words = of(option.paramLabel());
            if (!words.isEmpty()) {
                spec.remove(option);
                spec.addOption(option.toBuilder().completionCandidates(words).build());
            }
        }
        line.getSubcommands().values().forEach(OfferedWords::addTo);
    }

    /** Without the places of what everybody names for himself, such as {@code FILE}. */
    static List<String> of(String label) {
        boolean isChoice = label.contains("|");
        return Arrays.stream(label.split("\\|", -1))
                .map(word -> word.replaceAll("\\[.*", ""))
                .filter(word -> isChoice && WORD.matcher(word).matches())
                .toList();
    }
}
