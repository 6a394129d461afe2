package dev.mayfly.face.cosmos.hybrid;

/** Writes one row of the result's schema. */
final class ResultRow {
    private static final int STATUS_BITS = 0b0011;
    private static final int ETAG_BIT = 0b0100;
    private static final int BODY_BIT = 0b1000;
    private static final int RETRY_AFTER = 5;
    private static final int REQUEST_CHARGE = 6;

    private ResultRow() {}

    static byte[] write(HybridResult result) {
        String etag = result.etag();
        byte[] body = result.body();
        RowWriter out = new RowWriter().schema(Schema.RESULT);
        out.put(STATUS_BITS | (etag == null ? 0 : ETAG_BIT) | (body == null ? 0 : BODY_BIT));
        out.putInt(result.status()).putInt(result.substatus());
        if (etag != null) {
            out.putText(etag);
        }
        if (body != null) {
            out.putBinary(body);
        }
        if (result.retryAfterMillis() != 0) {
            out.put(Schema.UINT32).put(RETRY_AFTER).putInt(result.retryAfterMillis());
        }
        return out.put(Schema.FLOAT64)
                .put(REQUEST_CHARGE)
                .putDouble(result.charge())
                .toByteArray();
    }
}
