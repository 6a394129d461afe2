package dev.mayfly.face.couchbase.session;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.transport.scram.ScramExchange;

/** A login under way on one connection, by the mechanism that its client named. Not safe for concurrent use. */
record Login(ScramMechanism mechanism, ScramExchange exchange) {}
