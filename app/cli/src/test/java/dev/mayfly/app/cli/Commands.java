package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.Version;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.test.harness.GoldenScript;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A script's command lines, against one server on a virtual clock. What differs from run to run is written as words. */
final class Commands implements GoldenScript.Interpreter {
    private static final List<String> WITHOUT_SERVER =
            List.of("check", "config", "completion", "bench", "version", "restore-backup");
    private static final int LINES_SHOWN = 8;
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    private final Path folder;
    private @Nullable MayflyServer server;

    Commands(Path folder) {
        this.folder = folder;
    }

    /** Starts the server of a script with some faces, in memory or on disk; most need no more than mongo. */
    private MayflyServer start(String faces, boolean onDisk) throws Exception {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        if (onDisk) {
            flags.put(Setting.DATA, folder.resolve("data").toString());
        } else {
            flags.put(Setting.IN_MEMORY, "true");
        }
        flags.put(Setting.FACES, faces);
        flags.put(Setting.CLOCK, "virtual@2026-01-01T00:00:00Z");
        for (Setting port : List.of(
                Setting.MONGO_PORT,
                Setting.COSMOS_PORT,
                Setting.COUCHBASE_PORT,
                Setting.KV_PORT,
                Setting.QUERY_PORT,
                Setting.ADMIN_PORT)) {
            flags.put(port, "0");
        }
        MayflyServer started = MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
        Demo.load(started.engine());
        return started;
    }

    private MayflyServer server() throws Exception {
        MayflyServer running = server;
        if (running == null) {
            running = start("mongo,admin", false);
            server = running;
        }
        return running;
    }

    @Override
    public String execute(String command, String input) throws Exception {
        List<String> words = words(command);
        return switch (words.getFirst()) {
            case "mayfly" -> run(words.subList(1, words.size()), Terminal.none(bytes(input)));
            case "typed" -> run(words.subList(2, words.size()), new Terminal(bytes(input), true, false, true, false));
            case "file" -> {
                Files.writeString(folder.resolve(words.get(1)), input + "\n");
                yield "";
            }
            case "serve" -> {
                server = start(words.get(1), words.contains("--on-disk"));
                yield "";
            }
            case "stop" -> {
                close();
                yield "";
            }
            case "head" -> {
                try (Stream<String> lines = Files.lines(folder.resolve(words.get(1)))) {
                    yield lines.limit(LINES_SHOWN).collect(Collectors.joining("\n"));
                }
            }
            default -> throw new IllegalArgumentException(command);
        };
    }

    private static InputStream bytes(String input) {
        return new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    }

    private List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            String word = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            words.add(word.replace("$DIR", folder.toString()));
        }
        return words;
    }

    private String run(List<String> words, Terminal terminal) throws Exception {
        List<String> arguments = new ArrayList<>(words);
        boolean isOfServer = !words.contains("--help") && !WITHOUT_SERVER.contains(words.getFirst());
        if (isOfServer) {
            arguments.add("--url");
            arguments.add("http://127.0.0.1:" + server().port(FaceName.ADMIN));
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Mayfly.run(
                new PrintWriter(out, true), new PrintWriter(err, true), terminal, arguments.toArray(String[]::new));
        StringBuilder said = new StringBuilder(settled(out.toString()));
        settled(err.toString())
                .lines()
                .forEach(line -> said.append("! ").append(line).append('\n'));
        if (exit != 0) {
            said.append("exit ").append(exit).append('\n');
        }
        return said.toString();
    }

    /** Ports, versions of documents, folders and the machine's own time are other ones in each run. */
    private String settled(String text) {
        return text.replace(folder.toString(), "$DIR")
                .replace(Version.current(), "VERSION")
                .replaceAll("\\d+ files", "N files")
                .replaceAll("(N files, |read |copied N files, )[0-9.]+ .?i?B", "$1SIZE")
                .replaceAll("(?m)^(\\d+,2026-01-01T00:00:00Z,VERSION),\\d+,\\d+", "$1,N,N")
                .replaceAll("(127\\.0\\.0\\.1|localhost):\\d+", "$1:PPPPP")
                .replaceAll("up since [^ \\n]+", "up since INSTANT")
                .replaceAll("\\d+ open", "N open")
                .replaceAll("memory, [0-9.]+ .?iB", "memory, SIZE")
                .replaceAll("version(\" :|\":|)( ?)\\d+", "version$1$2N")
                .replaceAll("(?m)^\\S+Z, virtual$", "INSTANT, virtual")
                .replaceAll("\\r\\n", "\n");
    }

    @Override
    public void close() {
        MayflyServer running = server;
        if (running != null) {
            running.close();
            server = null;
        }
    }
}
