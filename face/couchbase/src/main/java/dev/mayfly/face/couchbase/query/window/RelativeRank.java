package dev.mayfly.face.couchbase.query.window;

import dev.mayfly.face.couchbase.language.value.N1qlValues;

/** The relative position of a row in its partition: PERCENT_RANK and CUME_DIST. */
public final class RelativeRank implements WindowResult {
    private final boolean cumulative;
    private final int[] order;
    private final int result;

    /** @param cumulative whether it is CUME_DIST */
    public RelativeRank(boolean cumulative, int[] order, int result) {
        this.cumulative = cumulative;
        this.order = order.clone();
        this.result = result;
    }

    @Override
    public void compute(RowPartition partition) {
        RowPartition.Peers peers = partition.peers(order);
        double size = partition.size();
        for (int row = 0; row < partition.size(); row++) {
            double share;
            if (cumulative) {
                share = (peers.last()[row] + 1) / size;
            } else {
                share = size <= 1 ? 0 : peers.first()[row] / (size - 1);
            }
            partition.set(row, result, N1qlValues.of(share));
        }
    }
}
