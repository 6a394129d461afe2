package dev.mayfly.test.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A file of commands with the output that each group of them must have.
 *
 * <p>{@code -Dgolden.rewrite} writes what came out into the file instead of comparing; the difference is then reviewed
 * like code.
 */
public final class GoldenScript {
    /*
     * A script is a row of blocks. A block is one or more commands, a line "----", and the expected output up to the next
     * empty line. A line that begins with white space is input of the command above it; a line that begins with "#" is a
     * comment. The output of a block is what its commands answered, empty answers left out. Output that itself holds an
     * empty line stands between two lines "----" before and two after.
     *
     *     put orders/1 lifetime=5s
     *       {"total": 12}
     *     ----
     *     stored version=1
     *
     *     advance 5s
     *     get orders/1
     *     ----
     *     not found
     */
    private static final String RULE = "----";

    private final Path file;
    private final List<String> lines;
    private final StringBuilder actual = new StringBuilder();

    private GoldenScript(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /** Carries out the commands of one script. */
    @FunctionalInterface
    public interface Interpreter extends AutoCloseable {
        /**
         * Answers the output of one command.
         *
         * @param command the command's own line
         * @param input the indented lines below it, without their common indentation; empty if there are none
         */
        String execute(String command, String input) throws Exception;

        /** Called once, behind the last command. */
        @Override
        default void close() {}
    }

    /** A test for each {@code *.script} of the folder, each with an interpreter of its own. */
    public static Stream<DynamicTest> in(Path folder, Supplier<? extends Interpreter> interpreters) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> scripts = files.filter(file -> file.toString().endsWith(".script"))
                    .sorted()
                    .toList();
            return scripts.stream()
                    .map(script -> DynamicTest.dynamicTest(
                            script.getFileName().toString(), script.toUri(), () -> run(script, interpreters.get())));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Runs one script and closes the interpreter. */
    public static void run(Path script, Interpreter interpreter) throws Exception {
        try (interpreter) {
            String expected = Files.readString(script, UTF_8);
            GoldenScript golden = new GoldenScript(script, expected.lines().toList());
            String actual = golden.execute(interpreter);
            if (!isRewriting()) {
                assertEquals(expected, actual, script.toString());
            } else if (!actual.equals(expected)) {
                Files.writeString(script, actual, UTF_8);
            }
        }
    }

    private static boolean isRewriting() {
        String value = System.getProperty("golden.rewrite");
        return value != null && !value.equals("false");
    }

    private String execute(Interpreter interpreter) throws Exception {
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at);
            if (line.isBlank() || line.startsWith("#")) {
                emit(line);
                at++;
            } else {
                at = executeBlock(at, interpreter);
            }
        }
        return actual.toString();
    }

    /** Executes the block that begins at the line and answers the line behind it. */
    private int executeBlock(int first, Interpreter interpreter) throws Exception {
        List<String> answers = new ArrayList<>();
        int at = first;
        while (at < lines.size() && !lines.get(at).equals(RULE)) {
            int end = endOfInput(at + 1);
            if (!lines.get(at).startsWith("#")) {
                String answer = executeCommand(at, end, interpreter);
                if (!answer.isEmpty()) {
                    answers.add(answer);
                }
            }
            lines.subList(at, end).forEach(this::emit);
            at = end;
        }
        emitOutput(String.join("\n", answers));
        return endOfOutput(at);
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever a command throws, its line must be told.
    private String executeCommand(int at, int end, Interpreter interpreter) {
        if (lines.get(at).isBlank()) {
            throw new AssertionError(file + ":" + (at + 1) + ": an empty line stands before '" + RULE + "'");
        }
        String input = String.join("\n", lines.subList(at + 1, end)).stripIndent();
        try {
            return interpreter.execute(lines.get(at), input).stripTrailing();
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(file + ":" + (at + 1) + ": " + lines.get(at) + ": " + failure, failure);
        }
    }

    private int endOfInput(int at) {
        int end = at;
        while (end < lines.size()
                && !lines.get(end).isBlank()
                && Character.isWhitespace(lines.get(end).charAt(0))) {
            end++;
        }
        return end;
    }

    private int endOfOutput(int rule) {
        if (rule + 1 < lines.size() && lines.get(rule + 1).equals(RULE)) {
            int end = rule + 2;
            while (end + 1 < lines.size()
                    && !(lines.get(end).equals(RULE) && lines.get(end + 1).equals(RULE))) {
                end++;
            }
            return Math.min(lines.size(), end + 2);
        }
        int end = rule + 1;
        while (end < lines.size() && !lines.get(end).isBlank()) {
            end++;
        }
        return Math.min(lines.size(), end);
    }

    private void emitOutput(String output) {
        boolean fenced = output.lines().anyMatch(String::isBlank);
        emit(RULE);
        if (fenced) {
            emit(RULE);
        }
        output.lines().forEach(this::emit);
        if (fenced) {
            emit(RULE);
            emit(RULE);
        }
    }

    private void emit(String line) {
        actual.append(line).append('\n');
    }
}
