package dev.mayfly.face.cosmos.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.partition.PartitionKey.Component;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Where items are stored rests on this, so it never changes. */
final class PartitionShardsTest {
    private static final int SHARDS = 5;

    @Test
    void shardsAreSpansOfThePositionsThatClientsCompute() {
        NavigableMap<String, Integer> byPosition = new TreeMap<>();
        for (int number = 0; number < 2_000; number++) {
            Component text = new Component.Text("customer-" + number);
            byPosition.put(
                    EffectivePartitionKey.V2.of(PartitionKey.of(text)), EffectivePartitionKey.shardOf(text, SHARDS));
        }
        int last = 0;
        for (int shard : byPosition.values()) {
            assertTrue(shard == last || shard == last + 1, () -> byPosition.toString());
            last = shard;
        }
        assertEquals(SHARDS - 1, last);
    }

    @Test
    void anItemLiesWithAllWhoseKeysBeginAlike() {
        List<Component> firsts = List.of(
                Component.UNDEFINED,
                Component.NULL,
                Component.TRUE,
                Component.FALSE,
                new Component.Numeral(0),
                new Component.Numeral(-1.5),
                new Component.Numeral(1e300),
                new Component.Text(""),
                new Component.Text("\0\u0001 \u00e9"));
        for (Component first : firsts) {
            PartitionKey one = PartitionKey.of(first);
            PartitionKey longer = PartitionKey.of(first, new Component.Text("x"));
            assertEquals(first, ItemKey.firstComponent(ItemKey.of(one, "id")));
            assertEquals(first, ItemKey.firstComponent(ItemKey.of(longer, "other")));
        }
    }
}
