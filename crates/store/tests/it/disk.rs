//! A disk that fills up: nothing is acknowledged that is not kept, and all goes on when there is room again.

use crate::cluster::{folder, open, options};
use crate::world::{Running, World, game_between, owner_of, terms};
use rooms::{AppendError, StartError};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use store::embedded::Embedded;

/// A small disk of its own, which goes with its test.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where this process may not mount one.
    fn mount(name: &str) -> Option<Self> {
        let path = folder(name);
        fs::create_dir(&path).unwrap();
        let disk = Self(path);
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=160m,mode=0755", "tmpfs"])
            .arg(&disk.0)
            .status();
        mounted.is_ok_and(|status| status.success()).then_some(disk)
    }

    /// Leaves no byte free.
    fn fill(&self) -> PathBuf {
        let path = self.0.join("filler");
        let mut file = File::create(&path).unwrap();
        for size in [1 << 20, 4096] {
            while file.write_all(&vec![0; size]).is_ok() {}
        }
        path
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _gone = Command::new("umount").arg("-l").arg(&self.0).status();
        let _removed = fs::remove_dir(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_nothing_is_acknowledged_and_all_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount("full") else {
        println!("no right to mount a small disk here: not tried");
        return;
    };
    let embedded = Embedded::start(options(disk.0.join("pg"))).await.unwrap();
    let address = embedded.address().clone();
    let database = open(address.clone()).await;
    database.migrate().await.unwrap();
    let world = World { owner: owner_of(&database), address, database };
    world.owner.placement.take_lease().await.unwrap();
    world.database.record_config_version(&terms().config_hash, "text").await.unwrap();
    let players = world.players(4, 5_000).await;
    let new = game_between(&players[0], &players[1]);
    world.start(new.clone()).await.unwrap();

    // the journal knows no rules: the same move again and again is as good as a game
    let mut append = Running::new(new).play();
    world.append(append.clone()).await.unwrap();
    let filler = disk.fill();
    let mut kept = 2;
    let refused = loop {
        append.after = append.after.plus(1);
        match world.append(append.clone()).await {
            Ok(()) => kept += 1,
            Err(refused) => break refused,
        }
        assert!(kept < 100_000, "the disk does not get full");
    };
    assert_eq!(refused, AppendError::Unavailable, "certainly not written");
    assert_eq!(world.count("select count(*) from game_event").await, kept);
    let next = game_between(&players[2], &players[3]);
    for _ in 0..3 {
        assert_eq!(world.append(append.clone()).await, Err(AppendError::Unavailable));
    }

    fs::remove_file(filler).unwrap();
    world.append(append).await.unwrap();
    assert_eq!(world.count("select count(*) from game_event").await, kept + 1);
    match world.start(next).await {
        Ok(_) => {}
        Err(StartError::Unavailable) => panic!("there is room again"),
        Err(other) => panic!("{other}"),
    }
    world.assert_clean().await;
    world.database.close().await;
    embedded.stop().await.unwrap();
}
