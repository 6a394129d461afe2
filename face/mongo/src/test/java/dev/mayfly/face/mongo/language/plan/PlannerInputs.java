package dev.mayfly.face.mongo.language.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Documents, filters and sorts at random, over few fields and few values. */
final class PlannerInputs {
    private static final String[] PATHS = {"a", "b", "a.b", "a.c", "b.0", "a.0.b", "c", "_id"};
    private static final List<String> TEXTS = List.of("ab", "AB", "b", "B");

    private final SplittableRandom random;

    PlannerInputs(SplittableRandom random) {
        this.random = random;
    }

    List<BsonDocument> documents() {
        // In half of the rounds nothing is an array, so that indexes keep one key a document.
        boolean arrays = random.nextBoolean();
        List<BsonDocument> documents = new ArrayList<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(i));
            for (String name : List.of("a", "b", "c")) {
                if (random.nextInt(4) > 0) {
                    document.append(name, value(arrays ? 3 : 2, arrays));
                }
            }
            if (arrays && random.nextInt(3) == 0) {
                document.put("a", new BsonArray(List.of(pair(), pair())));
            }
            documents.add(document);
        }
        return documents;
    }

    /** Returns an element of an array with both fields of an index over its elements. */
    private BsonDocument pair() {
        return new BsonDocument("b", new BsonInt32(random.nextInt(3))).append("c", new BsonInt32(random.nextInt(3)));
    }

    private BsonValue value(int depth, boolean arrays) {
        int kind = random.nextInt(depth > 0 ? (arrays ? 10 : 8) : 6);
        if (kind >= 8) {
            BsonArray array = new BsonArray();
            for (int i = random.nextInt(4); i > 0; i--) {
                array.add(value(depth - 1, true));
            }
            return array;
        }
        if (kind >= 6) {
            BsonDocument object = new BsonDocument();
            for (String name : List.of("b", "c", "0")) {
                if (random.nextInt(name.equals("0") ? 6 : 2) == 0) {
                    object.append(name, value(depth - 1, arrays));
                }
            }
            return object;
        }
        return scalar();
    }

    BsonValue scalar() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> BsonNull.VALUE;
            case 2 -> new BsonString(TEXTS.get(random.nextInt(TEXTS.size())));
            case 3 -> new BsonDouble(random.nextInt(8) == 0 ? Double.NaN : random.nextInt(4) + 0.5);
            default -> new BsonInt32(random.nextInt(5));
        };
    }

    String path() {
        return PATHS[random.nextInt(PATHS.length)];
    }

    BsonDocument sort() {
        BsonDocument sort = new BsonDocument();
        for (int i = random.nextInt(2); i >= 0; i--) {
            sort.put(path(), new BsonInt32(random.nextBoolean() ? 1 : -1));
        }
        return sort;
    }

    BsonDocument filter(int depth) {
        BsonDocument filter = new BsonDocument();
        if (random.nextInt(8) == 0) {
            BsonDocument pair = pair();
            return random.nextBoolean()
                    ? new BsonDocument("a.b", pair.get("b", BsonNull.VALUE))
                            .append("a.c", pair.get("c", BsonNull.VALUE))
                    : new BsonDocument("a", new BsonDocument("$elemMatch", pair));
        }
        for (int i = random.nextInt(3); i >= 0; i--) {
            int kind = random.nextInt(depth > 0 ? 10 : 8);
            if (kind < 8) {
                filter.put(path(), predicate());
            } else {
                BsonArray branches = new BsonArray();
                for (int j = random.nextInt(2); j >= 0; j--) {
                    branches.add(filter(depth - 1));
                }
                filter.put(kind == 8 ? "$or" : "$and", branches);
            }
        }
        return filter;
    }

    private BsonValue predicate() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> scalar();
            case 3 -> value(2, true);
            case 4 -> range("$gt", "$gte");
            case 5 -> range("$lt", "$lte");
            case 6 -> range("$gte", "$gt").asDocument().append("$lt", scalar());
            case 7 -> new BsonDocument("$in", new BsonArray(List.of(scalar(), scalar(), value(1, true))));
            case 8 -> new BsonRegularExpression(random.nextBoolean() ? "^a" : "b");
            case 9 ->
                new BsonDocument("$elemMatch", range("$gte", "$gt").asDocument().append("$lte", scalar()));
            case 10 ->
                new BsonDocument(
                        "$elemMatch",
                        new BsonDocument("b", random.nextBoolean() ? scalar() : range("$lt", "$gt"))
                                .append("c", scalar()));
            default -> new BsonDocument("$exists", new BsonInt32(random.nextInt(2)));
        };
    }

    private BsonValue range(String one, String other) {
        return new BsonDocument(random.nextBoolean() ? one : other, scalar());
    }
}
