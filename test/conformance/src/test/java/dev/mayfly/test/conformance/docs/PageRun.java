package dev.mayfly.test.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cli.Mayfly;
import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.NodeClients;
import dev.mayfly.test.harness.PageExamples;
import dev.mayfly.test.harness.PageExamples.Block;
import dev.mayfly.test.harness.PageExamples.Exchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Does what a page says, against a server on a virtual clock, and compares what is printed with what the page shows. */
final class PageRun {
    private static final String SHELL = "node_modules/mongosh/bin/mongosh.js";
    private static final String MAYFLY = "./mayfly ";
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern COMMENT = Pattern.compile("\\s{2,}# .*");

    private final MayflyServer server;
    private final Path home;
    private final Map<String, Runnable> before = new HashMap<>();
    private final Map<String, String> messages = new HashMap<>();
    private String program = "";
    private final List<String> printed = new ArrayList<>();
    private boolean isWhole = true;

    PageRun(MayflyServer server, Path home) {
        this.server = server;
        this.home = home;
    }

    /** What has to happen before a line of a page: what its text tells in words, or time that passes. */
    PageRun before(String line, Runnable event) {
        before.put(line, event);
        return this;
    }

    /** A message that a page shows without the command that prints it. */
    PageRun message(String beginning, String command) {
        messages.put(beginning, command);
        return this;
    }

    /** Runs a page from its first block to its last, and returns how many outputs were compared. */
    int of(Path page) throws IOException {
        return of(PageExamples.of(page), page);
    }

    /** Runs some blocks of a page. */
    int of(List<Block> blocks, Path page) throws IOException {
        int compared = 0;
        for (Block block : blocks) {
            String where = page.getFileName() + ":" + block.line();
            switch (block.kind()) {
                case COMMANDS -> {
                    printed.clear();
                    block.text()
                            .lines()
                            .forEach(line -> command(COMMENT.matcher(line).replaceFirst(""), where));
                }
                case PROGRAM -> program = block.text();
                case TRANSCRIPT -> compared += transcript(block.text(), where);
                case OUTPUT -> {
                    compare(block.text(), where);
                    compared++;
                }
            }
        }
        return compared;
    }

    private void compare(String shown, String where) {
        if (printed.isEmpty()) {
            runUnnamed(shown, where);
        }
        String actual = PageExamples.settled(String.join("", printed));
        String expected = PageExamples.settled(shown);
        printed.clear();
        if (isWhole) {
            assertEquals(expected, actual, where);
        } else {
            expected.lines().forEach(line -> assertTrue(actual.contains(line), () -> where + ": " + actual));
        }
    }

    /** Runs what prints an output that stands behind a program, or that a page shows without its command. */
    private void runUnnamed(String shown, String where) {
        for (Map.Entry<String, String> message : messages.entrySet()) {
            if (shown.startsWith(message.getKey())) {
                mayfly(message.getValue());
                isWhole = false;
                return;
            }
        }
        assertFalse(program.isEmpty(), where + ": nothing was run that prints this");
        printed.add(node(program, where));
    }

    private void command(String line, String where) {
        Runnable event = before.get(line);
        if (event != null) {
            event.run();
        }
        isWhole = true;
        if (line.startsWith("node ")) {
            printed.add(node(program, where));
        } else if (line.startsWith("curl ") || line.startsWith("printf ")) {
            isWhole = false;
            printed.add(bash(line));
        } else if (line.startsWith(MAYFLY) && ends(line)) {
            mayfly(line.substring(MAYFLY.length()));
        }
    }

    private static boolean ends(String line) {
        return !line.startsWith(MAYFLY + "serve") && (!line.startsWith(MAYFLY + "watch") || line.contains("--count"));
    }

    private String node(String text, String where) {
        String address = server.connectionString(FaceName.MONGO);
        String here = text.replace("mongodb://127.0.0.1:27017/?directConnection=true", address);
        NodeClients.Outcome outcome = NodeClients.program(home, here, server.connectionString(FaceName.ADMIN));
        assertEquals(0, outcome.exitCode(), () -> where + ": " + outcome.printed());
        return outcome.printed();
    }

    private String bash(String line) {
        String here = line.replace("http://127.0.0.1:8080", server.connectionString(FaceName.ADMIN))
                .replace("127.0.0.1:8091", "127.0.0.1:" + server.port(FaceName.COUCHBASE));
        try {
            Process process = new ProcessBuilder("bash", "-c", here.replaceFirst("^curl ", "curl -s "))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), output);
            return output;
        } catch (IOException failure) {
            throw new AssertionError(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }

    private void mayfly(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2));
        }
        words.add("--url");
        words.add(server.connectionString(FaceName.ADMIN));
        if (words.getFirst().equals("watch")) {
            words.addAll(List.of("--from", "oldest"));
        }
        StringWriter written = new StringWriter();
        PrintWriter writer = new PrintWriter(written, true);
        Mayfly.run(writer, writer, Terminal.none(InputStream.nullInputStream()), words.toArray(String[]::new));
        printed.add(written.toString());
    }

    /** Types what stands behind the prompts into mongosh, and returns how many answers were compared. */
    private int transcript(String text, String where) throws IOException {
        List<Exchange> exchanges = PageExamples.exchanges(text);
        String database = text.substring(0, text.indexOf('>'));
        List<String> answers =
                shell(database, exchanges.stream().map(Exchange::typed).toList());
        assertEquals(exchanges.size(), answers.size(), () -> where + ": " + answers);
        if (exchanges.stream().allMatch(exchange -> exchange.answer().isEmpty())) {
            // The page shows what is typed alone.
            return 0;
        }
        for (int i = 0; i < answers.size(); i++) {
            assertEquals(
                    PageExamples.settled(exchanges.get(i).answer()),
                    PageExamples.settled(answers.get(i).replaceFirst("^Uncaught\\s*", "")),
                    where + ": " + exchanges.get(i).typed());
        }
        return answers.size();
    }

    /** Types lines into mongosh, and returns what it answers to each. */
    List<String> shell(String database, List<String> typed) throws IOException {
        Path settings = Files.createDirectories(home.resolve(".mongodb/mongosh"));
        Files.writeString(settings.resolve("config"), "{\"enableTelemetry\": false}");
        String url = server.connectionString(FaceName.MONGO).replace("/?", "/" + database + "?");
        String input = String.join("\n", typed) + "\nexit\n";
        NodeClients.Outcome outcome =
                NodeClients.node(home, List.of(SHELL, url, "--quiet", "--shell", "winding.js"), input);
        assertEquals(0, outcome.exitCode(), outcome.printed());
        List<String> answers = new ArrayList<>(List.of(outcome.printed().split("(?m)^" + database + "> ", -1)));
        return answers.subList(1, answers.size() - 1);
    }
}
