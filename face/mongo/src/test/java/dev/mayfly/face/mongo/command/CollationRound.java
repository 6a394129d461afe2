package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.ibm.icu.text.Collator;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** One collation, some texts, and one text that is looked for. */
final class CollationRound {
    private static final String[] SIGNS = {
        "a", "A", "á", "ä", "ae", "b", "B", " ", "-", "1", "2", "10", "i", "I", "ı", "ss", "ß"
    };
    private static final int DOCUMENTS = 14;

    private final RawMongoClient client;
    private final String collation;
    private final boolean isDefault;
    private final Collator icu;
    private final List<String> texts = new ArrayList<>();
    private final String wanted;

    CollationRound(RawMongoClient client, RandomGenerator random, String collation, String icuName, boolean isDefault) {
        this.client = client;
        this.collation = collation;
        this.isDefault = isDefault;
        this.icu = Collator.getInstance(ULocale.forLanguageTag(icuName));
        for (int i = 0; i < DOCUMENTS; i++) {
            texts.add(text(random));
        }
        this.wanted = random.nextBoolean() ? texts.get(random.nextInt(DOCUMENTS)) : text(random);
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int sign = random.nextInt(1, 4); sign > 0; sign--) {
            text.append(SIGNS[random.nextInt(SIGNS.length)]);
        }
        return text.toString();
    }

    void run() throws IOException {
        store();
        Set<Integer> equal = expected("$eq");
        for (String question : CollationQuestions.EQUAL) {
            assertEquals(equal, ids(question), question);
        }
        for (String relation : CollationQuestions.RELATIONS) {
            for (String question : CollationQuestions.ORDERED) {
                assertEquals(expected(relation), ids(question.replace("R:", relation + ":")), question + relation);
            }
        }
        countsAgree(equal.size());
        updatesAgree(equal);
        classesAgree();
        extremesAgree();
        uniqueness();
        streamAgrees(equal);
    }

    private void store() throws IOException {
        for (String name : List.of("c", "i", "p", "k", "w")) {
            ask("{create: '" + name + "'" + (isDefault ? ", collation: " + collation : "") + "}", false);
        }
        String own = isDefault ? "" : ", collation: " + collation;
        ask(
                "{createIndexes: 'i', indexes: [{key: {t: 1}, name: 't_1'" + own + "}, {key: {l: 1}, name: 'l_1'" + own
                        + "}]}",
                false);
        ask(
                "{createIndexes: 'p', indexes: [{key: {t: 1}, name: 't_1', partialFilterExpression: {t: X}" + own
                        + "}]}",
                false);
        BsonArray documents = new BsonArray();
        for (int id = 0; id < DOCUMENTS; id++) {
            documents.add(document(id));
        }
        for (String name : List.of("c", "i", "p")) {
            send(new BsonDocument("insert", new BsonString(name)).append("documents", documents), false);
        }
        ask("{insert: 'k', documents: [{_id: 0, x: X}]}", false);
    }

    private BsonDocument document(int id) {
        BsonString text = new BsonString(texts.get(id));
        return new BsonDocument("_id", new BsonInt32(id))
                .append("t", text)
                .append("k", text)
                .append("l", new BsonArray(List.of(text)))
                .append("d", new BsonDocument("t", text))
                .append("e", new BsonArray(List.of(new BsonDocument("t", text))));
    }

    private Set<Integer> expected(String relation) {
        Set<Integer> expected = new TreeSet<>();
        for (int id = 0; id < DOCUMENTS; id++) {
            int order = icu.compare(texts.get(id), wanted);
            boolean holds = switch (relation) {
                case "$eq" -> order == 0;
                case "$lt" -> order < 0;
                case "$lte" -> order <= 0;
                case "$gt" -> order > 0;
                default -> order >= 0;
            };
            if (holds) {
                expected.add(id);
            }
        }
        return expected;
    }

    /** The number of texts told apart. */
    private int classes() {
        Set<String> classes = new TreeSet<>(icu);
        classes.addAll(texts);
        return classes.size();
    }

    private void countsAgree(int equal) throws IOException {
        assertEquals(
                equal, ask("{count: 'c', query: {t: X}}", true).getInt32("n").getValue());
        assertEquals(
                equal,
                ask("{distinct: 'c', key: '_id', query: {t: X}}", true)
                        .getArray("values")
                        .size());
    }

    private void updatesAgree(Set<Integer> equal) throws IOException {
        for (String statement : CollationQuestions.MARKING) {
            ask("{delete: 'w', deletes: [{q: {}, limit: 0}]}", false);
            ask("{aggregate: 'c', pipeline: [{$out: 'w'}], cursor: {}}", false);
            ask("{update: 'w', updates: [" + collated(statement) + "]}", false);
            assertEquals(
                    equal,
                    ids(
                            "{find: 'w', filter: {$or: [{hit: 1}, {l: 1}, {l: []}, {e: []}]}, collation: {locale: 'simple'}}"),
                    statement);
        }
        ask("{delete: 'w', deletes: [{q: {}, limit: 0}]}", false);
        ask("{aggregate: 'c', pipeline: [{$out: 'w'}], cursor: {}}", false);
        BsonDocument added = ask(
                "{update: 'w', updates: [" + collated("{q: {}, u: {$addToSet: {l: X}}, multi: true}") + "]}", false);
        assertEquals(DOCUMENTS - equal.size(), added.getInt32("nModified").getValue());
        BsonDocument deleted = ask("{delete: 'w', deletes: [" + collated("{q: {t: X}, limit: 0}") + "]}", false);
        assertEquals(equal.size(), deleted.getInt32("n").getValue());
    }

    private void classesAgree() throws IOException {
        int classes = classes();
        assertEquals(
                classes,
                ask("{distinct: 'c', key: 't'}", true).getArray("values").size());
        assertEquals(
                classes,
                ask("{distinct: 'c', key: 'l'}", true).getArray("values").size());
        for (String stages : List.of(
                "{$group: {_id: '$t'}}",
                "{$sortByCount: '$t'}",
                "{$group: {_id: {deep: ['$t']}}}",
                "{$bucketAuto: {groupBy: '$t', buckets: 1000}}",
                "{$group: {_id: null, s: {$addToSet: '$t'}}}, {$unwind: '$s'}",
                "{$group: {_id: null, s: {$push: '$t'}}}, {$set: {s: {$setUnion: ['$s', []]}}}, {$unwind: '$s'}",
                "{$setWindowFields: {partitionBy: '$t', sortBy: {_id: 1}, output: {n: {$documentNumber: {}}}}}, {$match: {n: 1}}",
                "{$setWindowFields: {sortBy: {t: 1}, output: {n: {$denseRank: {}}}}}, {$group: {_id: '$n'}}")) {
            assertEquals(
                    classes,
                    rows("{aggregate: 'c', pipeline: [" + stages + "], cursor: {}}")
                            .size(),
                    stages);
        }
    }

    /** Whatever says what is first, or last, says one that ICU holds equal to the first, or last. */
    private void extremesAgree() throws IOException {
        List<String> sorted = new ArrayList<>(texts);
        sorted.sort(icu);
        String all = "{$group: {_id: null, s: {$push: '$t'}}}, {$project: {x: ";
        for (String stages : List.of(
                "{$sort: {t: 1}}, {$limit: 1}, {$project: {x: '$t'}}",
                "{$group: {_id: null, x: {$min: '$t'}}}",
                "{$group: {_id: null, n: {$minN: {input: '$t', n: 3}}}}, {$project: {x: {$first: '$n'}}}",
                "{$group: {_id: null, x: {$top: {output: '$t', sortBy: {t: 1}}}}}",
                "{$group: {_id: null, x: {$bottom: {output: '$t', sortBy: {t: -1}}}}}",
                "{$group: {_id: null, n: {$topN: {output: '$t', sortBy: {t: 1}, n: 2}}}}, {$project: {x: {$first: '$n'}}}",
                "{$setWindowFields: {sortBy: {t: 1}, output: {x: {$first: '$t', window: {documents: ['unbounded', 'unbounded']}}}}}, {$limit: 1}",
                all + "{$min: '$s'}}}",
                all + "{$first: {$minN: {input: '$s', n: 2}}}}}",
                all + "{$first: {$sortArray: {input: '$s', sortBy: 1}}}}}")) {
            BsonDocument row = rows("{aggregate: 'c', pipeline: [" + stages + "], cursor: {}}")
                    .getFirst();
            String first = row.getString("x").getValue();
            assertEquals(0, icu.compare(sorted.getFirst(), first), () -> stages + ": " + first);
        }
        for (String collection : List.of("c", "i")) {
            List<BsonDocument> inOrder = rows("{find: '" + collection + "', filter: {}, sort: {t: 1}}");
            for (int at = 0; at < DOCUMENTS; at++) {
                String text = inOrder.get(at).getString("t").getValue();
                assertEquals(0, icu.compare(sorted.get(at), text), collection);
            }
        }
        ask("{insert: 'w', documents: [{_id: 'o', m: 0, l: []}]}", false);
        BsonArray each = new BsonArray(texts.stream().map(BsonString::new).toList());
        BsonDocument push = new BsonDocument("l", new BsonDocument("$each", each).append("$sort", new BsonInt32(1)));
        BsonDocument statement =
                new BsonDocument("q", BsonDocument.parse("{_id: 'o'}")).append("u", new BsonDocument("$push", push));
        update(statement);
        for (String text : texts) {
            BsonDocument min = new BsonDocument("$max", new BsonDocument("m", new BsonString(text)));
            update(new BsonDocument("q", BsonDocument.parse("{_id: 'o'}")).append("u", min));
        }
        BsonDocument stored = rows("{find: 'w', filter: {_id: 'o'}}").getFirst();
        assertEquals(
                0,
                icu.compare(
                        sorted.getFirst(),
                        stored.getArray("l").getFirst().asString().getValue()));
        assertEquals(0, icu.compare(sorted.getLast(), stored.getString("m").getValue()));
    }

    private void update(BsonDocument statement) throws IOException {
        if (!isDefault) {
            statement.append("collation", BsonDocument.parse(collation));
        }
        send(
                new BsonDocument("update", new BsonString("w")).append("updates", new BsonArray(List.of(statement))),
                false);
    }

    private void uniqueness() throws IOException {
        int classes = classes();
        BsonArray ids = new BsonArray();
        BsonArray values = new BsonArray();
        texts.forEach(text -> {
            ids.add(new BsonDocument("_id", new BsonString(text)));
            values.add(new BsonDocument("u", new BsonString(text)));
        });
        ask("{create: 'ids', collation: " + collation + "}", false);
        ask("{create: 'values'}", false);
        ask(
                "{createIndexes: 'values', indexes: [{key: {u: 1}, name: 'u_1', unique: true, collation: " + collation
                        + "}]}",
                false);
        BsonDocument insert = new BsonDocument("insert", new BsonString("ids"))
                .append("documents", ids)
                .append("ordered", BsonBoolean.FALSE);
        assertEquals(classes, send(insert, false).getInt32("n").getValue());
        insert = new BsonDocument("insert", new BsonString("values"))
                .append("documents", values)
                .append("ordered", BsonBoolean.FALSE);
        assertEquals(classes, send(insert, false).getInt32("n").getValue());
        int found = expected("$eq").isEmpty() ? 0 : 1;
        assertEquals(found, rows("{find: 'ids', filter: {_id: X}}").size());
        assertEquals(
                found,
                rows("{aggregate: 'ids', pipeline: [{$project: {u: '$_id'}}, {$match: {u: X}}], cursor: {}}")
                        .size());
        BsonDocument updated = ask("{update: 'ids', updates: [{q: {_id: X}, u: {$set: {n: 1}}, upsert: true}]}", false);
        assertEquals(found, updated.getInt32("nModified").getValue());
        assertEquals(
                1,
                ask("{delete: 'ids', deletes: [{q: {_id: X}, limit: 0}]}", false)
                        .getInt32("n")
                        .getValue());
    }

    /** A stream takes its command's collation, and no default. */
    private void streamAgrees(Set<Integer> equal) throws IOException {
        BsonDocument opened = ask(
                "{aggregate: 's', pipeline: [{$changeStream: {}}, {$match: {'fullDocument.t': X}}], cursor: {}, collation: "
                        + collation + "}",
                false);
        BsonArray documents = new BsonArray();
        for (int id = 0; id < DOCUMENTS; id++) {
            documents.add(document(id));
        }
        // There is always one to be seen, so that nobody waits.
        documents.add(BsonDocument.parse("{_id: " + DOCUMENTS + "}").append("t", new BsonString(wanted)));
        send(new BsonDocument("insert", new BsonString("s")).append("documents", documents), false);
        BsonDocument more = send(
                new BsonDocument("getMore", opened.getDocument("cursor").getInt64("id"))
                        .append("collection", new BsonString("s"))
                        .append("maxTimeMS", new BsonInt32(1)),
                false);
        Set<Integer> awaited = new TreeSet<>(equal);
        awaited.add(DOCUMENTS);
        Set<Integer> seen = new TreeSet<>();
        more.getDocument("cursor")
                .getArray("nextBatch")
                .forEach(event -> seen.add(event.asDocument()
                        .getDocument("documentKey")
                        .getInt32("_id")
                        .getValue()));
        assertEquals(awaited, seen);
    }

    private String collated(String statement) {
        return isDefault
                ? statement
                : statement.substring(0, statement.length() - 1) + ", collation: " + collation + "}";
    }

    private Set<Integer> ids(String command) throws IOException {
        BsonDocument parsed = parsed(command);
        BsonValue kept = parsed.remove("keep");
        Set<Integer> ids = new TreeSet<>();
        for (BsonDocument row : rows(parsed)) {
            if (kept == null || row.containsKey(kept.asString().getValue())) {
                ids.add(row.getInt32("_id").getValue());
            }
        }
        return ids;
    }

    private List<BsonDocument> rows(String command) throws IOException {
        return rows(parsed(command));
    }

    private List<BsonDocument> rows(BsonDocument command) throws IOException {
        if (command.getFirstKey().equals("aggregate")) {
            command.put("cursor", new BsonDocument());
        }
        return send(command, true).getDocument("cursor").getArray("firstBatch").stream()
                .map(BsonValue::asDocument)
                .toList();
    }

    private BsonDocument ask(String command, boolean collated) throws IOException {
        return send(parsed(command), collated);
    }

    /** The text that is looked for stands where the letter stands alone. */
    private BsonDocument parsed(String command) {
        return BsonDocument.parse(command.replaceAll("\\bX\\b", "\"" + wanted + "\""));
    }

    private BsonDocument send(BsonDocument command, boolean collated) throws IOException {
        if (collated && !isDefault && !command.containsKey("collation")) {
            command.append("collation", BsonDocument.parse(collation));
        }
        BsonDocument reply = client.run(command.append("$db", new BsonString("test")));
        assertEquals(1, reply.getNumber("ok").intValue(), () -> command.toJson() + " " + reply.toJson());
        return reply;
    }
}
