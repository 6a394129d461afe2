package dev.mayfly.face.cosmos.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.cosmos.partition.PartitionKey.Component;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class ItemKeyProperties {
    private static final List<String> TEXTS =
            List.of("", "a", "a\u0000", "a\u0001", "ab", "b", "ü", "\uD83D\uDE00", "\uFFFD", "id");
    private static final List<Double> NUMBERS =
            List.of(0.0, -0.0, 1.0, -1.0, 1.5, 1e300, -1e300, 9007199254740994.0, Double.MIN_VALUE);

    @Test
    void keysDifferExactlyWhenPartitionOrIdDiffersAndSortByComponent() {
        Seeds.run(3_000, (_, random) -> {
            PartitionKey first = partition(random, 2);
            PartitionKey second = random.nextInt(3) == 0 ? first : partition(random, 2);
            String id = text(random);
            String otherId = random.nextBoolean() ? id : text(random);
            int expected = compare(first, second);
            if (expected == 0) {
                expected = compare(new Component.Text(id), new Component.Text(otherId));
            }
            DocumentKey left = ItemKey.of(first, id);
            DocumentKey right = ItemKey.of(second, otherId);
            assertEquals(
                    expected,
                    Integer.signum(left.compareTo(right)),
                    first + "/" + id + " and " + second + "/" + otherId);
        });
    }

    @Test
    void aRangeHoldsExactlyTheItemsWhosePartitionBeginsSo() {
        Seeds.run(3_000, (_, random) -> {
            PartitionKey prefix = partition(random, 1 + random.nextInt(2));
            PartitionKey whole = partition(random, 2);
            KeyRange range = ItemKey.range(prefix);
            byte[] key = ItemKey.of(whole, text(random)).bytes();
            byte[] until = range.until();
            boolean isIn = Arrays.compareUnsigned(range.from(), key) <= 0
                    && (until == null || Arrays.compareUnsigned(key, until) < 0);
            int length = prefix.components().size();
            boolean begins = compare(prefix, new PartitionKey(whole.components().subList(0, length))) == 0;
            assertEquals(begins, isIn, prefix + " and " + whole);
        });
    }

    private static String text(RandomGenerator random) {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private static PartitionKey partition(RandomGenerator random, int length) {
        List<Component> components = new ArrayList<>();
        for (int index = 0; index < length; index++) {
            components.add(
                    switch (random.nextInt(6)) {
                        case 0 -> Component.UNDEFINED;
                        case 1 -> Component.NULL;
                        case 2 -> random.nextBoolean() ? Component.TRUE : Component.FALSE;
                        case 3 -> new Component.Numeral(NUMBERS.get(random.nextInt(NUMBERS.size())));
                        default -> new Component.Text(text(random));
                    });
        }
        return new PartitionKey(components);
    }

    private static int compare(PartitionKey first, PartitionKey second) {
        for (int index = 0; index < first.components().size(); index++) {
            int order =
                    compare(first.components().get(index), second.components().get(index));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compare(Component first, Component second) {
        if (first instanceof Component.Numeral left && second instanceof Component.Numeral right) {
            return left.value() == right.value() ? 0 : left.value() < right.value() ? -1 : 1;
        }
        if (first instanceof Component.Text left && second instanceof Component.Text right) {
            return Integer.signum(Arrays.compareUnsigned(
                    left.value().getBytes(StandardCharsets.UTF_8), right.value().getBytes(StandardCharsets.UTF_8)));
        }
        return Integer.compare(rank(first), rank(second));
    }

    private static int rank(Component component) {
        return switch (component) {
            case Component.Undefined _ -> 0;
            case Component.Null _ -> 1;
            case Component.Numeral _ -> 2;
            case Component.Text _ -> 3;
            case Component.Truth truth -> truth.value() ? 5 : 4;
        };
    }
}
