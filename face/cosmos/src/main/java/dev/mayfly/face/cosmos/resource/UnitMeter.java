package dev.mayfly.face.cosmos.resource;

/** Lets requests about the items of a container pass as far as its throughput goes. Safe for concurrent use. */
public interface UnitMeter {
    /** Lets everything pass and counts nothing. */
    UnitMeter NONE = new UnitMeter() {
        @Override
        public void admit(Container container, int range) {
            // Everything passes.
        }

        @Override
        public long waitMillis(Container container, int range, double owed) {
            return 0;
        }

        @Override
        public boolean counts() {
            return false;
        }

        @Override
        public void spend(Container container, int range, double units) {
            // Nothing is counted.
        }

        @Override
        public double left(Container container, int range) {
            return Double.POSITIVE_INFINITY;
        }
    };

    /**
     * Lets a request pass.
     *
     * @param range of partition keys, or {@link KeyRanges#ALL}
     * @throws dev.mayfly.face.cosmos.error.CosmosException with 429 if the request units of this second are used up
     */
    void admit(Container container, int range);

    /**
     * Returns 0 if a part of a request may pass, else the milliseconds after which one may.
     *
     * @param owed what the parts before it have used up and was not taken yet
     */
    long waitMillis(Container container, int range, double owed);

    /** Returns false if everything passes. */
    boolean counts();

    /** Takes the charge of a request that has been answered, with whatever status. */
    void spend(Container container, int range, double units);

    /** Returns the units that a request may spend at present before others have to wait for it. */
    double left(Container container, int range);
}
