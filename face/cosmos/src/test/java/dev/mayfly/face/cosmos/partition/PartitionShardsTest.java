package dev.mayfly.face.cosmos.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.partition.PartitionKey.Component;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where items are stored rests on this, so it never changes. */
final class PartitionShardsTest {
    private static final int SHARDS = 5;

    @ParameterizedTest
    @EnumSource(names = {"V1", "V2", "MULTI_HASH"})
    void shardsAreSpansOfThePositionsThatClientsCompute(EffectivePartitionKey hash) {
        NavigableMap<String, Integer> byPosition = new TreeMap<>();
        for (int number = 0; number < 2_000; number++) {
            for (Component component :
                    List.of(new Component.Text("customer-" + number), new Component.Numeral(number / 8.0))) {
                byPosition.put(hash.of(PartitionKey.of(component)), hash.shardOf(component, SHARDS));
            }
        }
        int last = 0;
        for (Map.Entry<String, Integer> each : byPosition.entrySet()) {
            int shard = each.getValue();
            assertTrue(shard == last || shard == last + 1, () -> byPosition.toString());
            last = shard;
            assertTrue(shard == 0 || hash.firstOf(shard, SHARDS).compareTo(each.getKey()) <= 0, each::toString);
            assertTrue(
                    shard == SHARDS - 1 || hash.firstOf(shard + 1, SHARDS).compareTo(each.getKey()) > 0,
                    each::toString);
        }
        assertEquals(SHARDS - 1, last);
    }

    @Test
    void minusZeroLiesWithZero() {
        for (EffectivePartitionKey hash : EffectivePartitionKey.values()) {
            assertEquals(
                    hash.shardOf(new Component.Numeral(0.0), 4096), hash.shardOf(new Component.Numeral(-0.0), 4096));
        }
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
