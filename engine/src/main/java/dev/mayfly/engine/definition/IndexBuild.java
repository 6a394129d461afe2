package dev.mayfly.engine.definition;

import java.util.List;

/** The build of an index, of queues, or of both, in all shards of a collection. */
public final class IndexBuild {
    private final List<ShardIndexBuild> shards;
    private final String name;
    private final long total;

    /** @param total the number of documents to add, about */
    IndexBuild(List<ShardIndexBuild> shards, String name, long total) {
        this.shards = shards;
        this.name = name;
        this.total = total;
    }

    /** The progress of a build, in documents. */
    public record Status(String index, long done, long total) {}

    Status status() {
        long done = shards.stream().mapToLong(ShardIndexBuild::done).sum();
        return new Status(name, done, Math.max(done, total));
    }

    void run() {
        shards.forEach(ShardIndexBuild::run);
    }
}
