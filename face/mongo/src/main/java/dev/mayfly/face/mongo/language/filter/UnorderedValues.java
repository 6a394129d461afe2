package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values as a schema compares them: the order of fields does not count. */
final class UnorderedValues {
    private UnorderedValues() {}

    static ValueKey key(View value) {
        return key(value.toBsonValue());
    }

    static ValueKey key(BsonValue value) {
        return Collation.SIMPLE.key(sorted(value));
    }

    private static BsonValue sorted(BsonValue value) {
        if (value.isDocument()) {
            BsonDocument sorted = new BsonDocument();
            new TreeMap<>(value.asDocument()).forEach((name, field) -> sorted.append(name, sorted(field)));
            return sorted;
        }
        if (value.isArray()) {
            return new BsonArray(
                    value.asArray().stream().map(UnorderedValues::sorted).toList());
        }
        return value;
    }
}
