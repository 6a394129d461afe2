package dev.mayfly.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class RendezvousTest {
    private static final int NAMES = 3_000;

    private static List<ServerNode> nodes(String... ids) {
        return Stream.of(ids).map(ServerNode::unknown).toList();
    }

    private static String owner(int name, List<ServerNode> nodes) {
        return nodes.get(Rendezvous.of("name " + name, nodes)).id();
    }

    @Test
    void namesAreSpreadAndTheOrderOfServersDoesNotMatter() {
        List<ServerNode> three = nodes("a", "b", "c");
        int[] counts = new int[3];
        for (int name = 0; name < NAMES; name++) {
            counts[Rendezvous.of("name " + name, three)]++;
            assertEquals(owner(name, three), owner(name, three.reversed()));
        }
        for (int count : counts) {
            assertTrue(count > NAMES / 4, "spread " + count);
        }
    }

    @Test
    void aServerThatGoesLeavesTheNamesOfOthersWhereTheyAre() {
        List<ServerNode> three = nodes("a", "b", "c");
        List<ServerNode> two = new ArrayList<>(three);
        two.remove(1);
        for (int name = 0; name < NAMES; name++) {
            String before = owner(name, three);
            assertTrue(before.equals("b") || before.equals(owner(name, two)));
        }
    }
}
