package dev.mayfly.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.transaction.BankRun.Place;
import dev.mayfly.engine.transaction.BankRun.Row;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.bson.BsonInt32;

/** Compares the documents of a bank with its model. */
final class BankComparison {
    private final List<Collection> collections;
    private final RandomGenerator random;
    private final int money;

    /** @param money that there is in all accounts together */
    BankComparison(List<Collection> collections, RandomGenerator random, int money) {
        this.collections = collections;
        this.random = random;
        this.money = money;
    }

    interface Seen {
        Collection of(Collection collection);
    }

    /** All ways of reading must agree with the model, and no money may have come or gone. */
    void compare(String where, Map<Place, Row> rows, Seen seen) {
        int total = 0;
        for (int number = 0; number < collections.size(); number++) {
            Collection collection = seen.of(collections.get(number));
            ReadView reading = collection.reading();
            List<Integer> expected = new ArrayList<>();
            List<Integer> byBranch = new ArrayList<>();
            int branch = random.nextInt(3);
            for (var entry : rows.entrySet()) {
                if (entry.getKey().collection() == number) {
                    int version = (int) entry.getValue().version();
                    expected.add(version);
                    if (entry.getValue().branch() == branch) {
                        byBranch.add(version);
                    }
                    total += entry.getValue().balance();
                }
            }
            Direction direction = random.nextBoolean() ? Direction.FORWARD : Direction.BACKWARD;
            assertEquals(
                    directed(expected, direction),
                    versions(collection.scan(reading, List.of(KeyRange.ALL), direction)),
                    where + ", by key");
            IndexDefinition index = collection.record().index("branch").orElseThrow();
            byte[] value = KeyWriter.encode(TreeView.of(new BsonInt32(branch)));
            assertEquals(
                    directed(byBranch, direction),
                    versions(collection.scan(reading, index, List.of(KeyRange.prefix(value)), direction)),
                    where + ", by branch " + branch);
            assertEquals(expected.size(), collection.count(reading), where + ", counted");
        }
        assertEquals(money, total, where + ", money");
    }

    private static List<Integer> directed(List<Integer> versions, Direction direction) {
        return direction == Direction.FORWARD ? versions : versions.reversed();
    }

    private static List<Integer> versions(DocumentCursor cursor) {
        try (cursor) {
            List<Integer> versions = new ArrayList<>();
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                versions.add(((BsonView) Objects.requireNonNull(document.view().field("version"))).intValue());
            }
            return versions;
        }
    }
}
