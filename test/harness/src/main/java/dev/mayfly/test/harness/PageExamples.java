package dev.mayfly.test.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What a page of the documentation shows: commands, programs, and what they print. */
public final class PageExamples {
    private static final String FENCE = "```";
    private static final String INDENT = "    ";
    private static final Pattern PROMPT = Pattern.compile("\\w+> .*", Pattern.DOTALL);

    private PageExamples() {}

    /** What a block of text on a page is. */
    public enum Kind {
        /** Commands of a shell, a line each, indented by four. */
        COMMANDS,
        /** What stands between fences that name a language. */
        PROGRAM,
        /** What somebody types behind a prompt, and what is answered. */
        TRANSCRIPT,
        /** What the blocks before it print. */
        OUTPUT
    }

    /**
     * A block of text.
     *
     * @param language of a program, otherwise empty
     * @param line the first line of its text in the page, from 1
     */
    public record Block(Kind kind, String language, String text, int line) {}

    /** What is typed, and what is answered; one of the two may be empty. */
    public record Exchange(String typed, String answer) {}

    /** Reads the blocks of a page, in its order. */
    public static List<Block> of(Path page) {
        try {
            return of(Files.readAllLines(page, UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Block> of(List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at);
            int end = at + 1;
            if (line.startsWith(FENCE)) {
                while (!lines.get(end).equals(FENCE)) {
                    end++;
                }
                String text = String.join("\n", lines.subList(at + 1, end));
                blocks.add(new Block(kind(line, text), line.substring(FENCE.length()), text, at + 2));
                end++;
            } else if (line.startsWith(INDENT) && (at == 0 || lines.get(at - 1).isEmpty())) {
                while (end < lines.size() && lines.get(end).startsWith(INDENT)) {
                    end++;
                }
                String text = lines.subList(at, end).stream()
                        .map(indented -> indented.substring(INDENT.length()))
                        .reduce((left, right) -> left + "\n" + right)
                        .orElseThrow();
                blocks.add(new Block(Kind.COMMANDS, "", text, at + 1));
            }
            at = end;
        }
        return blocks;
    }

    private static Kind kind(String fence, String text) {
        if (!fence.equals(FENCE)) {
            return Kind.PROGRAM;
        }
        return PROMPT.matcher(text).matches() ? Kind.TRANSCRIPT : Kind.OUTPUT;
    }

    /** The text of the only block of a kind. */
    public static String only(List<Block> blocks, Kind kind) {
        List<Block> found =
                blocks.stream().filter(block -> block.kind() == kind).toList();
        if (found.size() != 1) {
            throw new AssertionError("one block was expected: " + found);
        }
        return found.getFirst().text();
    }

    /** The exchanges of a transcript whose prompt is a word and {@code >}. */
    public static List<Exchange> exchanges(String transcript) {
        List<Exchange> exchanges = new ArrayList<>();
        for (String part : transcript.split("(?m)^(?=\\w+> )")) {
            String[] halves = part.substring(part.indexOf("> ") + 2).split("\n", 2);
            exchanges.add(new Exchange(halves[0], halves.length == 1 ? "" : halves[1].stripTrailing()));
        }
        return exchanges;
    }

    /** Output in which what differs from run to run is written as words. */
    public static String settled(String output) {
        return output.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "INSTANT")
                .replaceAll("Long\\('\\d+'\\)", "Long('N')")
                .replaceAll("(version\"?:? ?)\\d+", "$1N")
                .replaceAll("\"token\":\"[^\"]*\"", "\"token\":\"TOKEN\"")
                .replaceAll("\\b1[67]\\d{8}(\\d{3})?\\b", "SECONDS")
                .replaceAll("(?m)[ \\t]+$", "")
                .replaceAll(" {2,}", "  ")
                .strip();
    }
}
