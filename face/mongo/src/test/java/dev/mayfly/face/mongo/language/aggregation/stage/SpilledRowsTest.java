package dev.mayfly.face.mongo.language.aggregation.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.base.query.SpillSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents whose lengths are known only after their beginnings have gone to the disk come back as they were. */
final class SpilledRowsTest {
    @TempDir
    private Path folder = Path.of("");

    private static BsonDocument row(int number) {
        BsonArray array = new BsonArray();
        for (int i = 0; i < number * 10; i++) {
            array.add(new BsonDocument("i", new BsonInt32(i)).append("text", new BsonString("é€𝄞".repeat(i % 50))));
        }
        return new BsonDocument("_id", new BsonInt32(number))
                .append("array", array)
                .append(
                        "within",
                        new BsonDocument("data", new BsonBinary(new byte[number * 1_000])).append("n", array));
    }

    @Test
    void rowsOfAnySizeComeBack() {
        SpillSpace space = SpillSpace.at(folder, 1 << 30);
        try (ExternalSort<BsonDocument> sort = new ExternalSort<>(0, 0, SpilledRows.CODEC, space)) {
            for (int i = 60; i >= 0; i--) {
                sort.add(new byte[] {(byte) i}, row(i), 1_000);
            }
            List<BsonDocument> rows = new ArrayList<>();
            sort.finish().forEachRemaining(row -> rows.add(row.content()));
            assertEquals(61, rows.size());
            for (int i = 0; i <= 60; i++) {
                assertEquals(row(i), rows.get(i));
            }
        }
    }
}
