package dev.mayfly.engine.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * The server to which a name belongs, without any agreement: each server computes the same one from who is alive, and a server
 * that comes or goes changes no more names than its own (D. Thaler, C. Ravishankar, "A Name-Based Mapping Scheme for
 * Rendezvous", 1996).
 */
public final class Rendezvous {
    private Rendezvous() {}

    /** Returns the place of the server in the list. */
    public static int of(String name, List<ServerNode> nodes) {
        int chosen = 0;
        long highest = Long.MIN_VALUE;
        for (int place = 0; place < nodes.size(); place++) {
            String id = nodes.get(place).id();
            long weight = weight(name, id);
            boolean isHigher = weight > highest
                    || (weight == highest && id.compareTo(nodes.get(chosen).id()) < 0);
            if (isHigher) {
                highest = weight;
                chosen = place;
            }
        }
        return chosen;
    }

    private static long weight(String name, String id) {
        byte[] both = (name + '\0' + id).getBytes(UTF_8);
        return MurmurHash3.hash128x64(both, 0, both.length, 0)[0];
    }
}
