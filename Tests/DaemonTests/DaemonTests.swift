import TestSupport
import Testing

/// Tests of live daemons from the installed layout, one after the other: they wait for processes and
/// sockets, and each may have the machine to itself. What needs no daemon of its own has `Shared.daemon`.
///
/// `BUTTOND_TEST_PREFIX` names the layout; scripts/test makes it.
@Suite(.serialized, .blocking, .sharing) struct DaemonTests {}

/// Tests of live daemons and their files, one after the other, beside ``DaemonTests``: what they read at the start and on
/// a reload, and what they keep, record and restore.
@Suite(.serialized, .blocking, .sharing) struct DaemonFileTests {}

/// Tests of live daemons with plugins and clients that do their worst, one after the other, beside
/// ``DaemonTests``: they keep one core busy, and each of them waits for its own daemon.
@Suite(.serialized, .blocking) struct HostileDaemonTests {}
