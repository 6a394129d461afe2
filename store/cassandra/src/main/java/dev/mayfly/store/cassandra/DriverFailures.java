package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.net.ConnectException;
import java.util.Collection;

/** What a failure of the driver says about the request. */
final class DriverFailures {
    private DriverFailures() {}

    /** Returns true if the request was refused before anything could be written, or never left this process. */
    static boolean wroteNothing(Throwable failure) {
        return switch (failure) {
            // With no errors in it there was no node to send it to.
            case AllNodesFailedException all ->
                all.getAllErrors().values().stream().flatMap(Collection::stream).allMatch(DriverFailures::wroteNothing);
            case UnavailableException _, BootstrappingException _, QueryValidationException _ -> true;
            case NodeUnavailableException _, BusyConnectionException _, ConnectException _ -> true;
            default -> false;
        };
    }

    /** Returns the exception for the caller of a request that wrote nothing. */
    static RuntimeException refusal(DriverException failure) {
        // A statement that Cassandra does not understand is our mistake; trying again does not help.
        return failure instanceof QueryValidationException
                ? new IllegalStateException("Cassandra refuses a statement: " + failure.getMessage(), failure)
                : new StoreException(Reason.UNAVAILABLE, "Cassandra: " + failure.getMessage(), failure);
    }
}
