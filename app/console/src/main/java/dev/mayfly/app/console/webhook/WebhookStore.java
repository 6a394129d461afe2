package dev.mayfly.app.console.webhook;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.event.EventProgress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The webhooks, their positions, and the requests given up, on disk. Safe for concurrent use. */
final class WebhookStore {
    /** The number of dead letters kept for one webhook, which their bytes also bound; beyond that the oldest go. */
    static final int LETTERS_MAX = 100;

    static final long LETTER_BYTES_MAX = 16L << 20;

    private static final String HOOK = "webhook/";
    private static final String POSITION = "webhook-position/";
    private static final String LETTER = "webhook-dead/";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final FaceRecords records;

    WebhookStore(FaceRecords records) {
        this.records = records;
    }

    /**
     * A webhook as it is kept.
     *
     * @param place another number whenever it is made or sent somewhere, by which its progress is kept; 0 where one server writes
     */
    record Kept(Webhook webhook, long place) {}

    List<Kept> all() {
        List<Kept> all = new ArrayList<>();
        records.list(HOOK).forEach((_, value) -> all.add(decode(value)));
        return all;
    }

    void put(Kept kept) {
        Webhook webhook = kept.webhook;
        ObjectNode json = MAPPER.createObjectNode();
        json.put("name", webhook.name());
        json.put("url", webhook.url().toString());
        json.put("secret", webhook.secret());
        webhook.collections().forEach(json.putArray("collections")::add);
        webhook.reasons().forEach(json.putArray("reasons")::add);
        json.put("document", webhook.documents());
        json.put("batch", webhook.batch());
        json.put("timeoutMillis", webhook.timeout().toMillis());
        json.put("attempts", webhook.attempts());
        json.put("place", kept.place);
        records.put(HOOK + webhook.name(), MAPPER.writeValueAsBytes(json));
    }

    private static Kept decode(byte[] value) {
        JsonNode json = MAPPER.readTree(value);
        Webhook webhook = new Webhook(
                json.path("name").asString(),
                URI.create(json.path("url").asString()),
                json.path("secret").asString(),
                texts(json.path("collections")),
                texts(json.path("reasons")),
                json.path("document").asBoolean(),
                json.path("batch").asInt(),
                Duration.ofMillis(json.path("timeoutMillis").asLong()),
                json.path("attempts").asInt());
        return new Kept(webhook, json.path("place").asLong(0));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asString()));
        return texts;
    }

    void delete(String name) {
        records.delete(HOOK + name);
        records.delete(POSITION + name);
        records.list(POSITION + name + "/").keySet().forEach(records::delete);
        records.list(letters(name)).keySet().forEach(records::delete);
    }

    private static String position(String name, long place) {
        return place == 0 ? POSITION + name : POSITION + name + "/" + place;
    }

    @Nullable
    EventProgress progress(String name, long place) {
        byte[] value = records.get(position(name, place));
        return value == null ? null : EventProgress.ofBytes(value);
    }

    void setProgress(String name, long place, EventProgress progress) {
        records.put(position(name, place), progress.toBytes());
    }

    /** Forgets what was told before a webhook was sent back to a place. */
    void forgetProgress(String name, long place) {
        records.delete(position(name, place));
    }

    /** Returns the prefix of the records of one webhook's dead letters; a name contains no slash. */
    private static String letters(String name) {
        return LETTER + name + "/";
    }

    private static String letter(String name, long id) {
        return letters(name) + HexFormat.of().toHexDigits(id);
    }

    /** The dead letters of a webhook, the oldest first. */
    List<DeadLetter> letters(String name, long after, int limit) {
        List<DeadLetter> letters = new ArrayList<>();
        String last = letter(name, after);
        for (Map.Entry<String, byte[]> record : records.list(letters(name)).entrySet()) {
            if (record.getKey().compareTo(last) > 0 && letters.size() < limit) {
                letters.add(decodeLetter(record.getValue()));
            }
        }
        return letters;
    }

    private static DeadLetter decodeLetter(byte[] value) {
        JsonNode json = MAPPER.readTree(value);
        return new DeadLetter(
                json.path("id").asLong(),
                json.path("at").asLong(),
                json.path("events").asInt(),
                json.path("attempts").asInt(),
                json.path("error").asString(),
                json.path("body").asString());
    }

    /** Keeps a letter behind all others; its own id does not matter. */
    synchronized void addLetter(String name, DeadLetter letter) {
        Map<String, byte[]> kept = records.list(letters(name));
        long id = 1;
        long bytes = letter.body().length();
        for (byte[] value : kept.values()) {
            id = Math.max(id, MAPPER.readTree(value).path("id").asLong() + 1);
            bytes += value.length;
        }
        int surplus = kept.size() + 1 - LETTERS_MAX;
        for (Map.Entry<String, byte[]> oldest : kept.entrySet()) {
            if (surplus <= 0 && bytes <= LETTER_BYTES_MAX) {
                break;
            }
            records.delete(oldest.getKey());
            surplus--;
            bytes -= oldest.getValue().length;
        }
        ObjectNode json = MAPPER.createObjectNode();
        json.put("id", id);
        json.put("at", letter.at());
        json.put("events", letter.events());
        json.put("attempts", letter.attempts());
        json.put("error", letter.error());
        json.put("body", letter.body());
        records.put(letter(name, id), MAPPER.writeValueAsBytes(json));
    }

    void deleteLetter(String name, long id) {
        records.delete(letter(name, id));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
