package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.KeyPart;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The values that a document has in an index: a row for each key. For messages only. */
final class IndexedValues {
    private IndexedValues() {}

    static List<List<BsonValue>> of(List<KeyPart> parts, BsonDocument document) {
        List<List<BsonValue>> columns = new ArrayList<>(parts.size());
        int rows = 1;
        for (KeyPart part : parts) {
            List<BsonValue> column = column(document, part.path().names(), 0);
            columns.add(column);
            rows = Math.max(rows, column.size());
        }
        List<List<BsonValue>> all = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            List<BsonValue> values = new ArrayList<>(columns.size());
            for (List<BsonValue> column : columns) {
                // Only one array may take part; what stands beside it is the same in every row.
                values.add(column.get(Math.min(row, column.size() - 1)));
            }
            all.add(values);
        }
        return all;
    }

    private static List<BsonValue> column(BsonValue value, List<String> names, int depth) {
        if (value.isArray()) {
            return elements(value.asArray(), names, depth);
        }
        if (depth == names.size()) {
            return List.of(value);
        }
        BsonValue child = value.isDocument() ? value.asDocument().get(names.get(depth)) : null;
        return child == null ? List.of(BsonNull.VALUE) : column(child, names, depth + 1);
    }

    private static List<BsonValue> elements(List<BsonValue> array, List<String> names, int depth) {
        List<BsonValue> all = new ArrayList<>();
        for (BsonValue element : array) {
            if (depth == names.size()) {
                all.add(element);
            } else {
                all.addAll(element.isDocument() ? column(element, names, depth) : List.of(BsonNull.VALUE));
            }
        }
        return all.isEmpty() ? List.of(BsonNull.VALUE) : all;
    }
}
