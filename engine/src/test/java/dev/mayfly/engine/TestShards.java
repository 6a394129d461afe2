package dev.mayfly.engine;

/** The number of shards of the collections of tests that do not say: {@code -Dmayfly.test.shards}, or one. */
public final class TestShards {
    public static final int NUMBER = Integer.getInteger("mayfly.test.shards", 1);

    private TestShards() {}
}
