/**
 * Batches as the .NET SDK sends and only accepts them: rows of a binary format, framed as records.
 *
 * <p>A stream is a segment header and then, for each row, a record header with the row's length and CRC-32. Both
 * headers are rows themselves. A row is one byte {@code 0x81}, the number of its schema (4 bytes, little-endian as all
 * numbers), a bit for each fixed or variable column that may be absent, the fixed columns (absent ones take their room
 * too), those variable columns that are there, each behind its length (7 bits a byte, the lowest first), and then, up
 * to the row's end, sparse columns: a type, the number of the column's name, the value. Names are numbered from 1 in
 * the order in which the schema lists them; a number beyond the last stands before a name in full, of that many bytes
 * beyond.
 *
 * <pre>
 * segment    7fffd8f0      one bit: length (int32)
 * record     7fffd8f1      no bits: length of the row (int32), its CRC-32 (uint32)
 * operation  2145473648   operationType int32, resourceType int32 | partitionKey utf8, effectivePartitionKey binary,
 *                         id utf8, binaryId binary, resourceBody binary | indexingDirective utf8, ifMatch utf8,
 *                         ifNoneMatch utf8, timeToLiveInSeconds int32, minimalReturnPreference bool
 * result     2145473649   statusCode int32, subStatusCode int32 | eTag utf8, resourceBody binary |
 *                         retryAfterMilliseconds uint32, requestCharge float64
 * </pre>
 */
@NullMarked
package dev.mayfly.face.cosmos.hybrid;

import org.jspecify.annotations.NullMarked;
