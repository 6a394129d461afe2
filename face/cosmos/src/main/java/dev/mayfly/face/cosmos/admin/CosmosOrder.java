package dev.mayfly.face.cosmos.admin;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.UsableIndexes;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import dev.mayfly.face.cosmos.resource.ContainerDefinition;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of items by a property as ORDER BY has it. Computed properties are not stored, so no item has one. */
final class CosmosOrder {
    private CosmosOrder() {}

    static FieldOrder of(ContainerDefinition definition, ReadView reading, FieldPath path, boolean descending) {
        return new FieldOrder(
                (_, content) -> {
                    SqlValue value = value(content.body(), path);
                    return value == null ? null : descending ? ValueKeys.descending(value) : ValueKeys.of(value);
                },
                walk(definition.computedProperties(), reading, path, descending));
    }

    private static @Nullable SqlValue value(byte[] item, FieldPath path) {
        return FieldOrder.value(JsonView.of(item), path) instanceof JsonView value ? SqlValues.stored(value) : null;
    }

    private static @Nullable IndexWalk walk(
            ComputedProperties computed, ReadView reading, FieldPath path, boolean descending) {
        ItemPath asked = ItemPath.of(path.names());
        IndexDefinition index = new UsableIndexes(reading, computed).covering(asked);
        // Elements of arrays lie at one path all together, so a path with a position is in no index.
        boolean isPositional = path.names().stream().anyMatch(name -> FieldPath.positionOf(name) >= 0);
        if (index == null || isPositional || computed.named(path.names().getFirst()) != null) {
            return null;
        }
        byte[] prefix = ValueKeys.path(asked);
        KeyRange values = new KeyRange(
                KeyInterval.joined(prefix, ValueKeys.from(SqlKind.NULL)),
                KeyInterval.joined(prefix, ValueKeys.until(SqlKind.OBJECT)));
        return new IndexWalk(index, List.of(values), descending ? Direction.BACKWARD : Direction.FORWARD);
    }
}
