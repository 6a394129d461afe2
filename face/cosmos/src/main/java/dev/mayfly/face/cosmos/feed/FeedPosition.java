package dev.mayfly.face.cosmos.feed;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How far a client has read a change feed: the version behind which to go on in each of the shards that it reads.
 *
 * @param versions in the order of the shards
 */
record FeedPosition(List<Long> versions) {
    /*
     * An etag tells it. Of one shard, such as a range of partition keys, it is the version itself: Java clients compare it, as
     * a number, with that of session tokens. Of several it is the highest version, and for each shard, behind a point, how far
     * its own is below that, to the base 36.
     */
    private static final int RADIX = 36;

    /** The number of shards whose positions fit into a field of a request. */
    private static final int SHARDS_MAX = 1_000;

    FeedPosition {
        versions = List.copyOf(versions);
        if (versions.size() > SHARDS_MAX) {
            throw CosmosException.badRequest("The change feed of a container of more than " + SHARDS_MAX
                    + " partition key ranges is read range by range.");
        }
    }

    /** The same version in each shard. */
    static FeedPosition everywhere(long version, int shards) {
        return new FeedPosition(Collections.nCopies(shards, version));
    }

    /** Reads an etag without its quotes. */
    static FeedPosition parse(String text, int shards) {
        try {
            String[] parts = text.split("\\.", -1);
            long highest = notNegative(Long.parseLong(parts[0]));
            if (parts.length == 1) {
                return everywhere(highest, shards);
            }
            if (parts.length == shards + 1) {
                List<Long> versions = new ArrayList<>();
                for (int shard = 0; shard < shards; shard++) {
                    long below = notNegative(Long.parseLong(parts[shard + 1], RADIX));
                    versions.add(notNegative(highest - below));
                }
                return new FeedPosition(versions);
            }
        } catch (NumberFormatException _) {
            // Refused below, as is one of another number of shards.
        }
        throw CosmosException.badRequest("The continuation in the header 'if-none-match' is none of a change feed.");
    }

    private static long notNegative(long number) {
        if (number < 0) {
            throw new NumberFormatException("negative");
        }
        return number;
    }

    String etag() {
        long highest = Collections.max(versions);
        StringBuilder text = new StringBuilder("\"").append(highest);
        if (versions.size() > 1) {
            versions.forEach(version -> text.append('.').append(Long.toString(highest - version, RADIX)));
        }
        return text.append('"').toString();
    }

    /** The places of the shards in this list; those that are furthest behind come first, so that none is left behind for long. */
    List<Integer> eldestFirst() {
        return IntStream.range(0, versions.size())
                .boxed()
                .sorted(Comparator.comparing(versions::get))
                .toList();
    }
}
