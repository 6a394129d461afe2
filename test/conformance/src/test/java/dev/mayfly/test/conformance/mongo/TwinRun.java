package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.date;
import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonDateTime;
import org.bson.Document;

/** Tells two servers the same, by chance, and compares each answer. */
final class TwinRun {
    /** The number of keys, so few that they are met again and again. */
    private static final int KEYS = 24;

    /** The number of values that a unique field takes. */
    private static final int VALUES = 8;

    private static final List<String> FILTERS = List.of(
            "{}", "{n: {$gte: 3}}", "{x: {$gt: {$date: 0}}}", "{u: {$gte: 0}}", "{_id: {$gte: 'k5'}}", "{n: 2}");
    private static final List<String> SORTS =
            List.of("{_id: 1}", "{n: -1, _id: 1}", "{x: 1, _id: -1}", "{u: 1, _id: 1}");
    private static final List<String> PIPELINES = List.of(
            "{$group: {_id: '$n', ids: {$push: '$_id'}}}",
            "{$count: 'all'}",
            "{$sortByCount: '$u'}",
            "{$project: {n: 1}}",
            "{$lookup: {from: 'NAME', localField: 'n', foreignField: 'u', as: 'joined'}}");

    private final Twin sweeping;
    private final Twin hoarding;
    private final RandomGenerator random;
    private final String name;
    private int step;

    TwinRun(Twin sweeping, Twin hoarding, long seed, RandomGenerator random) {
        this.sweeping = sweeping;
        this.hoarding = hoarding;
        this.random = random;
        this.name = "c" + seed;
    }

    /** Answers after how many of the steps one server held documents that the other had destroyed. */
    int run(int steps) {
        begin();
        int different = 0;
        for (step = 0; step < steps; step++) {
            next();
            different += hoarding.stored() > sweeping.stored() ? 1 : 0;
        }
        tell("{setParameter: 1, ttlMonitorEnabled: true}");
        tell(new Document("drop", name));
        return different;
    }

    private void begin() {
        tell(new Document("create", name));
        createIndex("{key: {x: 1}, name: 'x_1', expireAfterSeconds: 60}");
        createIndex("{key: {u: 1}, name: 'u_1', unique: true, sparse: true}");
        createIndex("{key: {n: 1}, name: 'n_1'}");
    }

    private void next() {
        int chance = random.nextInt(100);
        if (chance < 18) {
            insert();
        } else if (chance < 32) {
            update();
        } else if (chance < 38) {
            findAndModify();
        } else if (chance < 42) {
            delete();
        } else if (chance < 72) {
            read();
        } else if (chance < 88) {
            advance();
        } else {
            change();
        }
    }

    private void advance() {
        Duration duration = Duration.ofMillis(random.nextInt(10) == 0 ? 4_000_000 : random.nextInt(60_000));
        sweeping.advance(duration);
        hoarding.advance(duration);
        tell(new Document("find", name));
    }

    private void insert() {
        tell(new Document("insert", name)
                .append("documents", List.of(document(), document()))
                .append("ordered", false));
    }

    private Document document() {
        Document document = new Document("_id", key()).append("n", random.nextInt(6));
        if (random.nextInt(4) != 0) {
            document.append("x", someDate());
        }
        if (random.nextBoolean()) {
            document.append("u", random.nextInt(VALUES));
        }
        if (random.nextInt(3) == 0) {
            document.append("ttl", random.nextInt(200) - 1);
        }
        return document;
    }

    private String key() {
        return "k" + random.nextInt(KEYS);
    }

    private BsonDateTime someDate() {
        return date(sweeping.nowMillis() - 90_000 + random.nextInt(180) * 1000L);
    }

    private Document filter() {
        return random.nextBoolean() ? new Document("_id", key()) : json(oneOf(FILTERS));
    }

    private Document modification() {
        return switch (random.nextInt(5)) {
            case 0 -> json("{$inc: {n: 1}}");
            case 1 -> new Document("$set", new Document("x", someDate()));
            case 2 -> json("{$unset: {x: ''}}");
            case 3 -> new Document("$set", new Document("u", random.nextInt(VALUES)));
            default -> new Document("$set", new Document("ttl", random.nextInt(200) - 1));
        };
    }

    private void update() {
        // An upsert by anything but the key would make one up, and the servers two different ones.
        boolean upsert = random.nextInt(3) == 0;
        Document update = new Document("q", upsert ? new Document("_id", key()) : filter())
                .append("u", modification())
                .append("upsert", upsert)
                .append("multi", random.nextInt(4) == 0);
        tell(new Document("update", name).append("updates", List.of(update)));
    }

    private void findAndModify() {
        Document command = new Document("findAndModify", name).append("query", new Document("_id", key()));
        if (random.nextInt(3) == 0) {
            tell(command.append("remove", true));
        } else {
            tell(command.append("update", modification())
                    .append("upsert", random.nextBoolean())
                    .append("new", random.nextBoolean()));
        }
    }

    private void delete() {
        Document delete = new Document("q", filter()).append("limit", random.nextInt(2));
        tell(new Document("delete", name).append("deletes", List.of(delete)));
    }

    private void read() {
        switch (random.nextInt(6)) {
            case 0 -> tell(new Document("count", name).append("query", filter()));
            case 1 -> tell(new Document("distinct", name).append("key", oneOf(List.of("n", "u", "_id"))));
            case 2 -> aggregate();
            case 3 -> assertEquals(sweeping.getMore(name), hoarding.getMore(name), () -> where("getMore"));
            case 4 -> tell(new Document("find", name).append("filter", new Document("u", random.nextInt(VALUES))));
            default -> find();
        }
    }

    private void find() {
        Document command = new Document("find", name).append("filter", filter()).append("batchSize", 2);
        if (random.nextBoolean()) {
            command.append("sort", json(oneOf(SORTS)));
        }
        if (random.nextInt(4) == 0) {
            command.append("skip", random.nextInt(3)).append("limit", 1 + random.nextInt(5));
        }
        if (random.nextInt(4) == 0) {
            command.append("projection", json("{_id: 0, n: 1}"));
        }
        tell(command);
    }

    private void aggregate() {
        String stage = oneOf(PIPELINES).replace("NAME", name);
        // Only a sort makes the order of groups the same twice.
        List<Document> pipeline = List.of(new Document("$match", filter()), json(stage), json("{$sort: {_id: 1}}"));
        tell(new Document("aggregate", name)
                .append("pipeline", pipeline)
                .append("cursor", new Document("batchSize", 3)));
    }

    private void change() {
        switch (random.nextInt(9)) {
            case 0, 1, 2 -> collMod("{index: {name: 'x_1', expireAfterSeconds: " + random.nextInt(200) + "}}");
            case 3 -> tell(new Document("dropIndexes", name).append("index", oneOf(List.of("x_1", "_ts_1", "u_1"))));
            case 4 -> createIndex("{key: {x: 1}, name: 'x_1', expireAfterSeconds: " + random.nextInt(200) + "}");
            case 5 -> createIndex("{key: {_ts: 1}, name: '_ts_1', expireAfterSeconds: " + random.nextInt(300) + "}");
            case 6 -> createIndex("{key: {u: 1}, name: 'u_1', unique: true, sparse: true}");
            case 7 -> collMod("{ttlVisibility: '" + oneOf(List.of("exact", "lazy")) + "'}");
            default -> tell("{setParameter: 1, ttlMonitorEnabled: " + (random.nextInt(3) != 0) + "}");
        }
        tell(new Document("find", name));
    }

    private void collMod(String options) {
        Document command = new Document("collMod", name);
        command.putAll(json(options));
        tell(command);
    }

    private void createIndex(String index) {
        tell(new Document("createIndexes", name).append("indexes", List.of(json(index))));
    }

    private String oneOf(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    private void tell(String onAdmin) {
        compare("admin", json(onAdmin));
    }

    private void tell(Document command) {
        compare(Twin.DATABASE, command);
    }

    private void compare(String database, Document command) {
        assertEquals(sweeping.tell(database, command), hoarding.tell(database, command), () -> where(command.toJson()));
    }

    private String where(String command) {
        return "step " + step + " of " + name + ": the one that sweeps, and the one that does not, to " + command;
    }
}
