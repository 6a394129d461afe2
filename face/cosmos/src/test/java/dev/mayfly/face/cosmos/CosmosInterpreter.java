package dev.mayfly.face.cosmos;

import dev.mayfly.face.cosmos.hybrid.HybridBatch;
import dev.mayfly.face.cosmos.hybrid.HybridClient;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.test.harness.GoldenScript;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Scripts of requests.
 *
 * <pre>
 * POST /dbs/d/colls/c/docs show=etag
 *   x-ms-documentdb-partitionkey: ["a"]
 *   {"id": "1", "pk": "a"}
 * ----
 * 201 charge=5 etag="..."
 * {...}
 *
 * advance 5s
 * </pre>
 *
 * The first lines of input that begin with a field's name and a colon are header fields, the rest is the body. After
 * {@code show=} stand names of fields of the answer; {@code brief} leaves its body out, and {@code rows} sends a batch, and
 * shows its answer, as binary rows. A name in braces stands for what {@code keep NAME FIELD} has found in the answer
 * before. Requests are signed, but for those with {@code authorization: none} or with another authorization.
 */
public final class CosmosInterpreter implements GoldenScript.Interpreter {
    private static final String FIELD_LINE = "[A-Za-z][A-Za-z0-9-]*:.*";

    private final CosmosFixture fixture;
    private final Map<String, String> kept = new HashMap<>();
    private CosmosFixture.@Nullable Reply last;

    public CosmosInterpreter() {
        this(new CosmosFixture());
    }

    /** Over a face of its own, which it closes. */
    public CosmosInterpreter(CosmosFixture fixture) {
        this.fixture = fixture;
    }

    @Override
    public String execute(String command, String input) {
        String[] words = command.split(" ", -1);
        return switch (words[0]) {
            case "advance" -> {
                fixture.clock().advance(Duration.parse("PT" + words[1].toUpperCase(Locale.ROOT)));
                yield "";
            }
            case "keep" -> {
                keep(words[1], words[2]);
                yield "";
            }
            default -> call(words, input);
        };
    }

    private void keep(String name, String field) {
        CosmosFixture.Reply reply = Objects.requireNonNull(last, "nothing was answered yet");
        String value = reply.field(field);
        if (value == null) {
            var found = Pattern.compile("\"" + field + "\":\"((?:[^\"\\\\]|\\\\.)*)\"")
                    .matcher(reply.body());
            value = found.find() ? found.group(1) : "";
        }
        kept.put(name, value);
    }

    private String call(String[] words, String input) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("Host", "localhost:8081"));
        List<String> lines = new ArrayList<>(filled(input).lines().toList());
        boolean isSigned = true;
        while (!lines.isEmpty() && lines.getFirst().matches(FIELD_LINE)) {
            String line = lines.removeFirst();
            int colon = line.indexOf(':');
            fields.add(Map.entry(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        String text = String.join("\n", lines);
        boolean isInRows = List.of(words).contains("rows");
        byte[] body = isInRows ? HybridClient.request(text) : text.getBytes(StandardCharsets.UTF_8);
        HttpFields all = HttpFields.of(fields);
        last = isSigned
                ? fixture.call(words[0], filled(words[1]), body, all)
                : fixture.call(InetAddress.getLoopbackAddress(), words[0], filled(words[1]), body, all);
        return shown(last, words);
    }

    private String filled(String text) {
        String filled = text;
        for (Map.Entry<String, String> entry : kept.entrySet()) {
            filled = filled.replace("{" + entry.getKey() + "}", entry.getValue());
        }
        return filled;
    }

    private static String shown(CosmosFixture.Reply reply, String[] words) {
        StringBuilder text = new StringBuilder().append(reply.status());
        String substatus = reply.field("x-ms-substatus");
        text.append(substatus == null ? "" : "/" + substatus);
        text.append(" charge=").append(reply.field("x-ms-request-charge"));
        boolean brief = false;
        for (int index = 2; index < words.length; index++) {
            brief |= words[index].equals("brief");
            if (words[index].startsWith("show=")) {
                for (String name : words[index].substring("show=".length()).split(",", -1)) {
                    text.append(' ').append(name).append('=').append(reply.field(name));
                }
            }
        }
        String sent = HybridBatch.isHybrid(reply.bytes()) ? HybridClient.shown(reply.bytes()) : reply.body();
        String body = sent.replaceAll("\\\\r\\\\nActivityId: [^\"]*", "");
        return brief || body.isEmpty() ? text.toString() : text + "\n" + body;
    }

    @Override
    public void close() {
        fixture.close();
    }
}
