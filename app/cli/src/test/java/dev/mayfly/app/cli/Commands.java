package dev.mayfly.app.cli;

import dev.mayfly.app.cli.show.Terminal;
import dev.mayfly.app.server.Demo;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.GoldenScript;
import java.io.ByteArrayInputStream;
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
import org.jspecify.annotations.Nullable;

/** A script's command lines, against one server on a virtual clock. What differs from run to run is written as words. */
final class Commands implements GoldenScript.Interpreter {
    private static final List<String> WITHOUT_SERVER =
            List.of("check", "config", "completion", "bench", "version", "restore-backup");
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
            case "mayfly" -> run(words.subList(1, words.size()), input);
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
            case "cat" -> Files.readString(folder.resolve(words.get(1)));
            default -> throw new IllegalArgumentException(command);
        };
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

    private String run(List<String> words, String input) throws Exception {
        List<String> arguments = new ArrayList<>(words);
        boolean isOfServer = !words.contains("--help") && !WITHOUT_SERVER.contains(words.getFirst());
        if (isOfServer) {
            arguments.add("--url");
            arguments.add("http://127.0.0.1:" + server().port(FaceName.ADMIN));
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Terminal nobody = Terminal.none(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        int exit = Mayfly.run(
                new PrintWriter(out, true), new PrintWriter(err, true), nobody, arguments.toArray(String[]::new));
        StringBuilder said = new StringBuilder(settled(out.toString()));
        settled(err.toString()).lines().forEach(line -> said.append("! ").append(line).append('\n'));
        if (exit != 0) {
            said.append("exit ").append(exit).append('\n');
        }
        return said.toString();
    }

    /** Ports, versions of documents, folders and the machine's own time are other ones in each run. */
    private String settled(String text) {
        return text.replace(folder.toString(), "$DIR")
                .replaceAll("(127\\.0\\.0\\.1|localhost):\\d+", "$1:PPPPP")
                .replaceAll("up since [^ \\n]+", "up since INSTANT")
                .replaceAll("\\d+ open", "N open")
                .replaceAll("mayfly {7}[^,]+,", "mayfly       VERSION,")
                .replaceAll("memory, [0-9.]+ .?iB", "memory, SIZE")
                .replaceAll("version(\" :|\":|)( ?)\\d+", "version$1$2N")
                .replaceAll(":00\\.\\d+Z", ":00.NNNZ")
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
