package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** One history of documents with a property that dies, beside a map that knows when each was written and set. */
final class PropertyRun implements AutoCloseable {
    private static final int KEYS = 5;
    private static final String CODE = "code";
    private static final String RULE = "rule";

    private final EngineFixture fixture;
    private final RandomGenerator random;
    private final PropertyTerm.Start start;
    private final Map<Integer, Kept> documents = new TreeMap<>();
    private final boolean isPaced;
    private final List<String> story = new ArrayList<>();
    private long seconds;

    /** A document as the model keeps it. */
    private record Kept(BsonDocument document, long version, long written, long codeSet) {}

    PropertyRun(ModelStores stores, RandomGenerator random, int shards) {
        this.fixture = new EngineFixture(
                stores.open(), EngineSettings.DEFAULTS.withShards(shards), EngineFixture.START, stores::reopen);
        this.random = random;
        this.isPaced = random.nextBoolean();
        this.start = PropertyTerm.Start.values()[random.nextInt(3)];
        this.seconds = 5;
        fixture.create();
        fixture.index("code_1", CODE);
        fixture.index("a_code", "a", CODE);
        fixture.collection()
                .definition()
                .createIndex(PropertyExpiryTest.request(
                        RULE, CODE, start, start == PropertyTerm.Start.DATE ? "at" : CODE, 5));
        story.add(start.toString());
        pause();
    }

    /** In half of the histories the sweeper comes as soon as something is due, in the others only as a step. */
    private void pause() {
        if (isPaced) {
            fixture.engine().sweeper().pause();
        }
    }

    String story() {
        return String.join("\n", story);
    }

    void take() {
        int id = random.nextInt(KEYS);
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> put(id);
            case 4 -> putAgain(id);
            case 5 -> delete(id);
            case 6, 7, 8 -> advance(random.nextInt(1, 4_000));
            case 9 -> sweep();
            case 10 -> restart();
            case 11 -> lengthen();
            case 12 -> hold();
            default -> rebuild();
        }
    }

    private void put(int id) {
        BsonDocument document = new BsonDocument("a", new BsonInt32(random.nextInt(3)));
        if (random.nextInt(4) != 0) {
            document.append(CODE, new BsonInt32(random.nextInt(2)));
        }
        if (random.nextInt(4) != 0) {
            document.append("at", new BsonDateTime(fixture.now() + random.nextInt(-3_000, 10_000)));
        }
        write(id, document);
    }

    /** Writes what is shown, with another field changed. */
    private void putAgain(int id) {
        Kept kept = documents.get(id);
        if (kept != null) {
            write(id, shown(kept).append("a", new BsonInt32(random.nextInt(3))));
        }
    }

    private void write(int id, BsonDocument document) {
        story.add("put " + id + " " + document);
        Kept before = documents.get(id);
        BsonValue code = document.get(CODE);
        boolean isKept =
                before != null && code != null && code.equals(shown(before).get(CODE));
        long set = isKept && before != null ? before.codeSet : fixture.now();
        WriteOutcome outcome = fixture.put(id, document.toJson());
        long version = ((WriteOutcome.Stored) outcome).version();
        documents.put(id, new Kept(document.clone(), version, fixture.now(), set));
    }

    private void delete(int id) {
        story.add("delete " + id);
        fixture.delete(id);
        documents.remove(id);
    }

    private void advance(int millis) {
        story.add("advance " + millis);
        fixture.advance(Duration.ofMillis(millis));
    }

    void sweep() {
        story.add("sweep");
        fixture.engine().sweeper().resume();
        fixture.sweep();
        pause();
    }

    private void restart() {
        story.add("restart");
        fixture.restart();
        pause();
    }

    /**
     * Lets properties live longer. What is dead stays dead: the model forgets it, for the engine must not need its bytes to say
     * so.
     */
    private void lengthen() {
        long longer = seconds + random.nextInt(3);
        story.add("seconds " + longer);
        documents.replaceAll(
                (_, kept) -> isDead(kept) ? new Kept(shown(kept), kept.version, kept.written, kept.codeSet) : kept);
        seconds = longer;
        int queue = fixture.collection().record().index(RULE).orElseThrow().id();
        fixture.change(policy -> policy.withProperties(List.of(new PropertyRule(queue, longer))));
    }

    private void hold() {
        var hidden = fixture.collection().hiddenDocuments();
        if (hidden.holds().isEmpty()) {
            story.add("hold");
            hidden.hold("h", key(random.nextInt(KEYS)), "");
        } else {
            story.add("release");
            hidden.release("h");
        }
    }

    /** Drops an index that rests on the property, and makes it again over what is stored. */
    private void rebuild() {
        story.add("rebuild");
        fixture.collection().definition().dropIndex("code_1");
        fixture.index("code_1", CODE);
    }

    private boolean isDead(Kept kept) {
        BsonValue date = kept.document.get("at");
        long from = switch (start) {
            case DATE -> date == null ? Long.MAX_VALUE : date.asDateTime().getValue();
            case DOCUMENT_WRITTEN -> kept.written;
            case PROPERTY_SET -> kept.codeSet;
            // Its instants are a face's, which this engine has none of.
            case OWN -> Long.MAX_VALUE;
        };
        return from != Long.MAX_VALUE && from + seconds * 1_000 <= fixture.now();
    }

    private BsonDocument shown(Kept kept) {
        BsonDocument document = kept.document.clone();
        if (isDead(kept)) {
            document.remove(CODE);
        }
        return document;
    }

    void compare() {
        List<String> all = new ArrayList<>();
        documents.forEach((id, kept) -> {
            Document document = fixture.get(id);
            assertNotNull(document, "document " + id);
            assertEquals(shown(kept), document.view().toBsonValue());
            assertEquals(kept.version, document.version(), "the version of " + id);
            assertEquals(kept.written, document.stamp().modified());
            all.add(shown(kept).toJson());
        });
        for (int id = 0; id < KEYS; id++) {
            if (!documents.containsKey(id)) {
                assertNull(fixture.get(id));
            }
        }
        assertEquals(documents.size(), fixture.count());
        assertEquals(sorted(all), sorted(fixture.scan()));
        ModelNearest.compare(fixture.collection(), fixture.collection().reading(), CODE);
        for (Direction direction : Direction.values()) {
            assertEquals(inOrder(direction), codes(fixture.scanIndex("code_1", direction)));
            assertEquals(sorted(all), sorted(fixture.scanIndex("a_code", direction)));
        }
        for (Integer code : Arrays.asList(null, 0, 1)) {
            assertEquals(sorted(having(code)), sorted(found(code)), "of code " + code);
        }
    }

    private List<String> having(@Nullable Integer code) {
        return documents.values().stream()
                .map(this::shown)
                .filter(document -> codeOf(document).equals(code == null ? BsonNull.VALUE : new BsonInt32(code)))
                .map(BsonDocument::toJson)
                .toList();
    }

    private List<String> found(@Nullable Integer code) {
        byte[] value = KeyWriter.encode(TreeView.of(code == null ? BsonNull.VALUE : new BsonInt32(code)));
        return fixture.scanIndex("code_1", Direction.FORWARD, KeyRange.prefix(value));
    }

    private static BsonValue codeOf(BsonDocument document) {
        return document.get(CODE, BsonNull.VALUE);
    }

    private List<String> inOrder(Direction direction) {
        Comparator<String> order = Comparator.naturalOrder();
        return documents.values().stream()
                .map(this::shown)
                .map(document -> orderOf(codeOf(document)))
                .sorted(direction == Direction.FORWARD ? order : order.reversed())
                .toList();
    }

    private static List<String> codes(List<String> documents) {
        return documents.stream()
                .map(json -> orderOf(codeOf(BsonDocument.parse(json))))
                .toList();
    }

    private static String orderOf(BsonValue code) {
        return code.isNull() ? "" : "" + code.asInt32().getValue();
    }

    private static List<String> sorted(List<String> documents) {
        return documents.stream().sorted().toList();
    }

    void check() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        IndexDefinition rule = fixture.collection().record().index(RULE).orElseThrow();
        assertTrue(rule.isReady());
    }

    @Override
    public void close() {
        fixture.close();
    }
}
