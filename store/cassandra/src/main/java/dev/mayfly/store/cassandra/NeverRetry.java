package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/** Hands every failure to the store, which alone knows whether a request may be sent twice. */
@SuppressWarnings("deprecation") // The driver's newer methods ask these, which must be there anyhow.
public final class NeverRetry implements RetryPolicy {
    /** The driver makes it by reflection, with these arguments. */
    @SuppressWarnings("unused")
    public NeverRetry(DriverContext context, String profile) {}

    @Override
    public RetryDecision onReadTimeout(
            Request request, ConsistencyLevel level, int needed, int received, boolean dataPresent, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onWriteTimeout(
            Request request, ConsistencyLevel level, WriteType type, int needed, int received, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onUnavailable(Request request, ConsistencyLevel level, int needed, int alive, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public void close() {}
}
