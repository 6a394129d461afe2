package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.face.api.PropertyIndexes;
import dev.mayfly.face.api.RuleChange;
import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.test.harness.GoldenScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Runs scripts of frames about parts of documents.
 *
 * <pre>
 * lookup KEY [FLAG,...] [cas=last]       one operation a line below
 * mutate KEY [FLAG,...] [expiry=N] [flags=N] [cas=last] [preserve]
 * single KEY ...                         the one operation below, by an opcode of its own
 * set KEY [expiry=N] [flags=N]           the whole value below
 * get KEY, delete KEY, lock KEY
 * frame HEX                              the whole frame; answers the whole answer
 * advance SECONDS, now, maxttl SECONDS   of the bucket
 * unset PATH, guard N                    of the default collection, as an administrator does
 * </pre>
 */
final class SubdocInterpreter implements GoldenScript.Interpreter {
    private static final Map<String, Integer> DOC_FLAGS =
            Map.of("mkdoc", 1, "add", 2, "deleted", 4, "create-deleted", 8, "revive", 16);

    private final CouchbaseFixture fixture;
    private final KvPeer peer;
    private long lastCas;

    SubdocInterpreter() {
        try {
            fixture = new CouchbaseFixture();
            peer = fixture.login(0x04, 0x06, 0x07, 0x08, 0x0b, 0x10, 0x11, 0x14, 0x15, 0x17);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String execute(String command, String input) throws IOException {
        List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
        String verb = words.removeFirst();
        return switch (verb) {
            case "lookup" -> lookup(words, input);
            case "mutate" -> mutate(words, input);
            case "single" -> single(words, input);
            case "set" -> set(words, input);
            case "get" -> get(words.getFirst());
            case "delete" -> told(ask(document(0x04, words.getFirst())));
            case "lock" -> told(ask(document(0x94, words.getFirst()).extras(0, 0, 0, 15)));
            case "touch" -> told(ask(document(0x1c, words.getFirst()).extras(number(Integer.parseInt(words.get(1))))));
            case "frame" -> frame(words.getFirst(), input);
            case "advance" -> {
                fixture.clock().advance(Duration.ofSeconds(Long.parseLong(words.getFirst())));
                yield "";
            }
            case "maxttl" -> {
                Bucket bucket = fixture.buckets().require(Buckets.DEFAULT);
                fixture.buckets()
                        .update(bucket, bucket.settings().with(Map.of(BucketSettings.MAX_TTL, words.getFirst())));
                yield "";
            }
            case "unset" -> {
                PropertyTerm own = new PropertyTerm(FieldPath.of(words.getFirst()), PropertyTerm.Start.OWN);
                RuleChange.Property gone = new RuleChange.Property(own, null, OptionalLong.empty());
                PropertyIndexes.collect(collection(), gone, PropertyIndexes::request);
                yield "";
            }
            case "guard" -> {
                collection().definition().guard(new ExpireLimit(Long.parseLong(words.getFirst())));
                yield "";
            }
            case "now" -> Long.toString(fixture.clock().wallMillis() / 1000);
            default -> throw new IllegalArgumentException(command);
        };
    }

    private Collection collection() {
        Bucket bucket = fixture.buckets().require(Buckets.DEFAULT);
        return Objects.requireNonNull(bucket.find("_default._default")).collection();
    }

    private String lookup(List<String> words, String input) throws IOException {
        Map<String, String> options = options(words);
        KvFrame frame = document(0xd0, words.getFirst()).value(SpecText.lookups(input));
        int flags = docFlags(options);
        if (flags != 0) {
            frame.extras(flags);
        }
        KvAnswer answer = ask(frame.cas(cas(options)));
        StringBuilder told = new StringBuilder(told(answer));
        ByteBuffer body = ByteBuffer.wrap(answer.value());
        boolean listed = answer.status() == 0 || answer.status() >= 0xcc && answer.status() <= 0xd3;
        while (listed && body.remaining() >= 6) {
            int status = body.getShort() & 0xffff;
            byte[] value = new byte[body.getInt()];
            body.get(value);
            told.append("\n  ").append(name(status)).append(shown(value));
        }
        return told.toString();
    }

    private String mutate(List<String> words, String input) throws IOException {
        Map<String, String> options = options(words);
        KvFrame frame = document(0xd1, words.getFirst()).value(SpecText.mutations(input));
        frame.extras(extras(new byte[0], options));
        if (options.containsKey("preserve")) {
            frame.framing(0x50);
        }
        KvAnswer answer = ask(frame.cas(cas(options)));
        StringBuilder told = new StringBuilder(told(answer));
        ByteBuffer body = ByteBuffer.wrap(answer.value());
        if (answer.status() == Status.SUBDOC_MULTI_PATH_FAILURE.code()) {
            return told.append("\n  [").append(body.get()).append("] ").append(name(body.getShort() & 0xffff)) + "";
        }
        boolean listed = answer.status() == 0 || answer.status() == Status.SUBDOC_SUCCESS_DELETED.code();
        while (listed && body.hasRemaining()) {
            told.append("\n  [").append(body.get()).append("] ").append(name(body.getShort() & 0xffff));
            byte[] value = new byte[body.getInt()];
            body.get(value);
            told.append(shown(value));
        }
        return told.toString();
    }

    private String single(List<String> words, String input) throws IOException {
        Map<String, String> options = options(words);
        byte[] spec = SpecText.mutations(input);
        byte[] head = {spec[2], spec[3], spec[1]};
        KvFrame frame = document(spec[0] & 0xff, words.getFirst()).value(Arrays.copyOfRange(spec, 8, spec.length));
        KvAnswer answer = ask(frame.extras(extras(head, options)).cas(cas(options)));
        boolean done = answer.status() == 0 || answer.status() == Status.SUBDOC_SUCCESS_DELETED.code();
        return told(answer) + (done ? shown(answer.value()) : "");
    }

    private String set(List<String> words, String input) throws IOException {
        Map<String, String> options = options(words);
        ByteBuffer extras = ByteBuffer.allocate(8)
                .putInt(Integer.parseInt(options.getOrDefault("flags", "0")))
                .putInt(Integer.parseUnsignedInt(options.getOrDefault("expiry", "0")));
        return told(ask(document(0x01, words.getFirst()).extras(extras.array()).value(input)));
    }

    private String get(String key) throws IOException {
        KvAnswer answer = ask(document(0x00, key));
        return told(answer) + (answer.status() == 0 ? shown(answer.value()) + " flags=" + answer.extrasInt(0) : "");
    }

    /** All of it as it goes over the wire. */
    private String frame(String hex, String more) throws IOException {
        peer.send(HexFormat.of().parseHex((hex + more).replaceAll("[ \n_]", "")));
        KvAnswer answer = peer.receive();
        // The first half of a token is another for each bucket there ever was.
        String token = answer.extras().length == 16 ? " seqno=" + answer.extrasLong(8) : "";
        return name(answer.status()) + token + " value=" + HexFormat.of().formatHex(answer.value());
    }

    private static KvFrame document(int opcode, String key) {
        return KvFrame.of(opcode).key(key);
    }

    private KvAnswer ask(KvFrame frame) throws IOException {
        KvAnswer answer = peer.ask(frame);
        if (answer.cas() != 0) {
            lastCas = answer.cas();
        }
        return answer;
    }

    private static byte[] extras(byte[] head, Map<String, String> options) {
        ByteBuffer extras = ByteBuffer.allocate(12).put(head);
        if (options.containsKey("expiry") || options.containsKey("flags")) {
            extras.putInt(Integer.parseUnsignedInt(options.getOrDefault("expiry", "0")));
        }
        if (options.containsKey("flags")) {
            extras.putInt(Integer.parseInt(options.getOrDefault("flags", "0")));
        }
        int flags = docFlags(options);
        if (flags != 0) {
            extras.put((byte) flags);
        }
        return Arrays.copyOf(extras.array(), extras.position());
    }

    private static Map<String, String> options(List<String> words) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String word : words.subList(1, words.size())) {
            String[] sides = word.split("=", 2);
            options.put(sides[0], sides.length == 1 ? "" : sides[1]);
        }
        return options;
    }

    private static int docFlags(Map<String, String> options) {
        int flags = 0;
        for (String name : options.keySet()) {
            for (String one : name.split(",", -1)) {
                flags |= DOC_FLAGS.getOrDefault(one, 0);
            }
        }
        return flags;
    }

    private long cas(Map<String, String> options) {
        String cas = options.getOrDefault("cas", "0");
        return cas.equals("last") ? lastCas : Long.parseLong(cas);
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static String told(KvAnswer answer) {
        boolean explained =
                answer.status() != 0 && answer.datatype() == 1 && answer.text().contains("context");
        return name(answer.status()) + (explained ? " " + answer.text() : "");
    }

    private static String name(int status) {
        for (Status known : Status.values()) {
            if (known.code() == status) {
                return known.name();
            }
        }
        return Integer.toHexString(status);
    }

    private static String shown(byte[] value) {
        for (byte b : value) {
            if (b < ' ') {
                return " 0x" + HexFormat.of().formatHex(value);
            }
        }
        // The name of a vBucket's history is another for each bucket there ever was.
        String text = new String(value, StandardCharsets.UTF_8);
        return value.length == 0 ? "" : " " + text.replaceAll("(\"vbucket_uuid\":\"0x0000)\\p{XDigit}{12}", "$1...");
    }

    @Override
    public void close() {
        try {
            peer.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            fixture.close();
        }
    }
}
