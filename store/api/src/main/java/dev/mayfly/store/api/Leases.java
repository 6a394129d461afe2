package dev.mayfly.store.api;

import java.util.List;

/** Claims of processes on names, each of one process and for a time. */
public interface Leases {
    /**
     * Takes the lease, or renews it if the owner holds it already.
     *
     * @param owner another one in each process, and after each start
     * @param ttlMillis for how long it is held from this call on, at least; never forever
     * @return true if the owner holds it now
     */
    boolean take(String name, String owner, long ttlMillis);

    /** Gives the lease back; does nothing if the owner does not hold it. */
    void release(String name, String owner);

    /** The leases that are held now, in no order. One that changes hands meanwhile may be missing. */
    List<Lease> held();
}
