package dev.mayfly.face.mongo.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.query.MongoForms;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.text.Collator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Indexes whose keys were made by the JDK's collators, as releases before ICU left them. */
final class CollationKeysTest {
    private static final BsonDocument LISTED = BsonDocument.parse("""
            {locale: 'en', caseLevel: false, caseFirst: 'off', strength: 2, numericOrdering: false,
             alternate: 'non-ignorable', maxVariable: 'punct', normalization: false, backwards: false, version: '57.1'}""");
    private static final CollectionName NAME = new CollectionName(MongoCollections.FACE, "test", "c");

    private final MemoryStore store = new MemoryStore();
    private final VirtualClock clock = new VirtualClock(1_700_000_000_000L);
    private Engine engine = open(new JdkForms());

    private Engine open(FaceForms forms) {
        return Engine.open(
                store,
                new Engine.Machinery(
                        new ClockGuard(
                                clock,
                                new HighestTimeSeen(store),
                                Duration.ofHours(1).toMillis()),
                        clock,
                        Runnable::run,
                        Pacer.UNPACED),
                EngineSettings.DEFAULTS.withForms(MongoCollections.FACE, forms));
    }

    @AfterEach
    void close() {
        engine.close();
        store.close();
    }

    /** Keys as they were made before ICU: the JDK's, with nothing that says so. */
    private static final class JdkForms implements FaceForms {
        private final Collator collator = Collator.getInstance(Locale.ENGLISH);

        JdkForms() {
            collator.setStrength(Collator.SECONDARY);
        }

        @Override
        public Predicate<View> filter(byte[] partial) {
            return new MongoForms().filter(partial);
        }

        @Override
        public UnaryOperator<View> lens(byte[] options) {
            return view -> {
                BsonDocument folded = new BsonDocument();
                view.toBsonValue()
                        .asDocument()
                        .forEach((name, value) -> folded.put(
                                name, value.isString() ? key(value.asString().getValue()) : value));
                return TreeView.of(folded);
            };
        }

        private BsonString key(String text) {
            byte[] key = collator.getCollationKey(text).toByteArray();
            return new BsonString(new String(key, StandardCharsets.ISO_8859_1));
        }
    }

    private static IndexRequest index(String field, boolean unique, IndexRequest.@Nullable TtlRule rule) {
        BsonDocument options = BsonDocument.parse("{key: {" + field + ": 1}, name: '" + field + "_1'}");
        if (unique) {
            options.append("unique", BsonBoolean.TRUE);
        }
        return new IndexRequest(
                field + "_1",
                IndexDefinition.Kind.ORDERED,
                List.of(KeyPart.ascending(field)),
                unique,
                false,
                false,
                IndexDefinition.NO_BYTES,
                BsonEncoding.encode(options.append("collation", LISTED)),
                rule);
    }

    private Collection old(IndexRequest request) {
        BsonDocument options = new BsonDocument("options", new BsonDocument("collation", LISTED));
        Collection collection = engine.catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON,
                                BaseInstant.ROOT_TS,
                                BsonEncoding.encode(options),
                                List.of(),
                                Policy.NONE));
        collection.definition().createIndex(request);
        return collection;
    }

    private static void write(Collection collection, String id, String text) {
        BsonDocument document = new BsonDocument("_id", new BsonString(id))
                .append("t", new BsonString(text))
                .append("d", new BsonDateTime(1_700_000_000_000L));
        DocumentKey key = new DocumentKey(KeyWriter.encode(TreeView.of(new BsonString(id))));
        Decision.Put put = new Decision.Put(BsonEncoding.encode(document), Lifetime.INHERIT, Stamp.NO_FACE_BYTES);
        collection.write(key, Durability.LOGGED, (_, _) -> put);
    }

    /** The next process begins, with the forms of now. */
    private Collection reopened() {
        engine.close();
        engine = open(new MongoForms());
        return new MongoCollections(engine).find(NAME).orElseThrow();
    }

    private static List<String> found(Collection collection, String filter) {
        Collation collation = CollectionSettings.collation(collection.record());
        QuerySpec spec = new QuerySpec(
                Query.filter(BsonDocument.parse(filter), Variables.NONE.withCollation(collation)),
                new BsonDocument(),
                null,
                0,
                0,
                collation);
        assertInstanceOf(Plan.IndexScan.class, Query.plan(collection.record(), spec));
        List<String> ids = new ArrayList<>();
        try (Results results = Query.open(collection, collection.reading(), spec)) {
            for (Document one = results.next(); one != null; one = results.next()) {
                ids.add(Objects.requireNonNull(one.view().field("_id")).stringValue());
            }
        }
        return ids;
    }

    @Test
    void indexIsBuiltAgainAndFindsEverything() {
        Collection before = old(index("t", false, null));
        for (int i = 0; i < 250; i++) {
            write(before, "id " + i, (i % 2 == 0 ? "text " : "TEXT ") + i % 50);
        }
        Collection after = reopened();
        for (int i = 0; i < 50; i++) {
            assertEquals(5, found(after, "{t: 'Text " + i + "'}").size());
        }
        assertEquals(List.of("id 7"), found(after, "{_id: 'ID 7'}"));
        byte[] marked = after.record().index("t_1").orElseThrow().options();
        assertTrue(BsonEncoding.decode(marked)
                .getString(CollationKeys.FIELD)
                .getValue()
                .startsWith("icu-"));
        int generation = after.record().generation();
        assertEquals(generation, reopened().record().generation(), "built once");
    }

    @Test
    void indexThatIsUniqueNoLongerStillFindsEverything() {
        Collection before = old(index("t", true, null));
        // ICU passes over a soft hyphen, and the JDK does not.
        write(before, "a", "x");
        write(before, "b", "x\u00ad");
        Collection after = reopened();
        assertFalse(after.record().index("t_1").orElseThrow().unique());
        assertEquals(List.of("a", "b"), found(after, "{t: 'X'}"));
    }

    @Test
    void idsThatWereTakenForTwoStay() {
        Collection before = old(index("t", false, null));
        write(before, "a", "x");
        write(before, "A", "y");
        Collection after = reopened();
        assertEquals(List.of("A", "a"), found(after, "{_id: 'a'}"));
        assertFalse(after.record().index(IdIndex.COLLATED).orElseThrow().unique());
    }

    @Test
    void ruleOverAnIndexStays() {
        Collection before = old(index("d", false, new IndexRequest.TtlRule.OverField(FieldPath.of("d"), 60)));
        write(before, "a", "x");
        Collection after = reopened();
        assertEquals(
                before.record().policy().current().rules(),
                after.record().policy().current().rules());
        assertEquals(List.of("a"), found(after, "{_id: 'A'}"));
        clock.advance(Duration.ofMinutes(2));
        assertEquals(List.of(), found(after, "{_id: 'A'}"));
    }
}
